"use client";
// The order of a list: by its heads, or on phones, where rows are cards, by a menu.
import { filterClass, useAddressField } from "./list-fields";
import { useListState } from "./list-state";
import { Options } from "./options";
import type { Column } from "./table-columns";

export function SortButton<Row>({ column }: { column: Column<Row> }) {
  const { get, set } = useListState();
  const [by, direction] = (get("sort") ?? "").split(".");
  const isSorted = by === column.sort;
  const isDown = isSorted && direction === "desc";
  return (
    <button
      type="button"
      onClick={() => set({ sort: `${column.sort}.${isSorted && !isDown ? "desc" : "asc"}` })}
      className="inline-flex items-center gap-1 rounded font-medium hover:text-ink max-sm:hidden"
    >
      {column.head}
      <span aria-hidden="true">{isSorted ? (isDown ? "↓" : "↑") : "↕"}</span>
    </button>
  );
}

export function ariaSort(sort: string | undefined, current: string | null) {
  if (!sort || current?.split(".")[0] !== sort) return undefined;
  return current.endsWith(".desc") ? "descending" : "ascending";
}

/** On phones, above the cards. */
export function SortMenu<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  const { get, set } = useListState();
  const choose = ({ value }: HTMLSelectElement) => set({ sort: value });
  const field = useAddressField("sort", choose);
  const options = columns.flatMap(({ head, sort }) =>
    sort
      ? [
          { value: `${sort}.asc`, text: `Sort: ${head} ↑` },
          { value: `${sort}.desc`, text: `Sort: ${head} ↓` },
        ]
      : [],
  );
  if (options.length === 0) return null;
  return (
    <select
      ref={field}
      aria-label="Sort by"
      defaultValue={get("sort") ?? ""}
      className={`${filterClass} absolute top-1.5 right-2 border-transparent sm:hidden`}
      onChange={({ target }) => choose(target)}
    >
      <option value="">Sort: default</option>
      <Options options={options} />
    </select>
  );
}
