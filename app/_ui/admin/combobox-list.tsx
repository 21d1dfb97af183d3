"use client";
import type { Option } from "./options";

interface Props {
  id: string;
  label: string;
  options: readonly Option[];
  value: string;
  /** Place of the option that Enter chooses. */
  active: number;
  onChoose(value: string): void;
}

/** The options of a combobox. Its input handles the keys, and keeps the focus. */
export function OptionList({ id, label, options, active, value, onChoose }: Props) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      tabIndex={-1}
      className="max-h-72 overflow-y-auto"
      onMouseDown={(event) => event.preventDefault()}
    >
      {options.map((option, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
        <div
          key={option.value}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={option.value === value}
          data-active={at === active || undefined}
          ref={(item) => void (at === active && item?.scrollIntoView({ block: "nearest" }))}
          className="cursor-default truncate rounded-md px-2.5 py-2 aria-selected:font-medium data-active:bg-soft"
          onClick={() => onChoose(option.value)}
        >
          {option.text}
        </div>
      ))}
    </div>
  );
}
