"use client";
import { parts } from "./table-columns";

/** State of a screen, such as that of `useState<ReadonlySet<string>>(new Set())`. */
export interface Selection {
  /** Keys of the selected rows, on any page. */
  keys: ReadonlySet<string>;
  change(keys: ReadonlySet<string>): void;
}

const boxClass = "size-4 align-middle max-sm:size-5";

interface RowProps {
  id: string;
  labelId: string;
  selection: Selection;
}

export function SelectRow({ id, labelId, selection: { keys, change } }: RowProps) {
  return (
    <td
      {...parts.cell}
      className="max-sm:col-start-1 max-sm:row-start-1 max-sm:pr-3 sm:w-0 sm:py-3 sm:pl-4"
    >
      <input
        type="checkbox"
        data-select
        aria-labelledby={labelId}
        checked={keys.has(id)}
        className={boxClass}
        onChange={({ target }) => {
          const next = new Set(keys);
          if (target.checked) next.add(id);
          else next.delete(id);
          change(next);
        }}
      />
    </td>
  );
}

/** Selects all rows of the page, and keeps what is selected on others. */
export function SelectAll({
  keys: onPage,
  selection: { keys, change },
}: {
  keys: readonly string[];
  selection: Selection;
}) {
  const selected = onPage.filter((key) => keys.has(key)).length;
  return (
    <th {...parts.head} className="sm:w-0 sm:py-3 sm:pl-4">
      <label className="flex items-center gap-2 font-medium max-sm:min-h-8">
        <input
          type="checkbox"
          checked={selected === onPage.length}
          ref={(box) => {
            if (box) box.indeterminate = selected > 0 && selected < onPage.length;
          }}
          className={boxClass}
          onChange={({ target }) => {
            const rest = [...keys].filter((key) => !onPage.includes(key));
            change(new Set(target.checked ? [...rest, ...onPage] : rest));
          }}
        />
        <span className="sm:sr-only">Select all</span>
      </label>
    </th>
  );
}
