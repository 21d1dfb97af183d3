"use client";
// One of a few, side by side: a period, a kind.

interface Props<Value extends string> {
  legend: string;
  options: readonly { value: Value; text: string }[];
  value: Value;
  onChoose(value: NoInfer<Value>): void;
}

export function Choice<Value extends string>({ legend, options, value, onChoose }: Props<Value>) {
  return (
    <fieldset className="flex rounded-lg bg-soft p-0.5">
      <legend className="sr-only">{legend}</legend>
      {options.map((one) => (
        <button
          key={one.value}
          type="button"
          aria-pressed={one.value === value}
          className="rounded-md px-3 py-1.5 text-sm font-medium text-quiet aria-pressed:bg-paper aria-pressed:text-ink aria-pressed:shadow-sheet"
          onClick={() => onChoose(one.value)}
        >
          {one.text}
        </button>
      ))}
    </fieldset>
  );
}
