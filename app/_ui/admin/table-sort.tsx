"use client";
// The order of a list: by its heads, or on phones, where rows are cards, by a menu.
import { useIsHydrated } from "./hydration";
import { filterClass, useAddressField } from "./list-fields";
import { ListLink, useListState } from "./list-state";
import { Options } from "./options";
import type { Column } from "./table-columns";

export function SortLink<Row>({ column }: { column: Column<Row> }) {
  const { get } = useListState();
  const [by, direction] = (get("sort") ?? "").split(".");
  const isSorted = by === column.sort;
  const isDown = isSorted && direction === "desc";
  return (
    <ListLink
      to={{ sort: `${column.sort}.${isSorted && !isDown ? "desc" : "asc"}` }}
      className="inline-flex items-center gap-1 rounded font-medium hover:text-ink max-sm:hidden"
    >
      {column.head}
      <span aria-hidden="true">{isSorted ? (isDown ? "↓" : "↑") : "↕"}</span>
    </ListLink>
  );
}

export function ariaSort(sort: string | undefined, current: string | null) {
  if (!sort || current?.split(".")[0] !== sort) return undefined;
  return current.endsWith(".desc") ? "descending" : "ascending";
}

export function SortMenu<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  const { get, set } = useListState();
  const field = useAddressField<HTMLSelectElement>("sort");
  const isHydrated = useIsHydrated();
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
      disabled={!isHydrated}
      className={`${filterClass} absolute top-1.5 right-2 border-transparent sm:hidden`}
      onChange={({ target }) => set({ sort: target.value })}
    >
      <option value="">Sort: default</option>
      <Options options={options} />
    </select>
  );
}
