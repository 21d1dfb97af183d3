"use client";
// Lists that the server sorts, filters and pages. The address holds the state of the list.
import { usePathname, useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import { Button } from "./button";
import { Empty, Loaded } from "./page";

const PAGE_PARAMS = ["after", "before", "last"];
// "show" chooses between lists, each with an empty text of its own.
const OTHER_PARAMS = [...PAGE_PARAMS, "sort", "new", "show"];

/** Filters, order and page of a list, kept in the address. */
export function useListState() {
  const [path, params] = [usePathname(), useSearchParams()];
  // Lists load their rows themselves, so the server need not render the page again.
  const go = (next: URLSearchParams) =>
    window.history.replaceState(null, "", `${path}${next.size > 0 ? `?${next}` : ""}`);
  const set = (changes: Record<string, string | null>, keepsPage = false) => {
    // From the address itself: the last change may not be rendered yet.
    const next = new URLSearchParams(window.location.search);
    if (!keepsPage) for (const name of PAGE_PARAMS) next.delete(name);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    go(next);
  };
  return {
    get: (name: string) => params.get(name),
    set,
    isFiltered: [...params.keys()].some((name) => !OTHER_PARAMS.includes(name)),
    /** Removes all filters, but keeps the order. */
    clear: () => {
      const sort = new URLSearchParams(window.location.search).get("sort");
      go(new URLSearchParams(sort ? { sort } : {}));
    },
  };
}

/**
 * Returns the address's filters of these names, as the input of the procedure of a list's totals.
 * The server rejects values that someone typed into the address.
 */
export function useListFilters<Filters extends object>(
  ...names: (keyof Filters & string)[]
): Filters {
  const { get } = useListState();
  const filters = names.flatMap((name) => {
    const value = get(name);
    return value ? [[name, name === "last" ? true : value]] : [];
  });
  return Object.fromEntries(filters) as Filters;
}

/** Returns the filters, and the page, as the input of a list's procedure. */
export function useListInput<Input extends object>(...names: (keyof Input & string)[]): Input {
  const { get } = useListState();
  const [after, before] = [get("after"), get("before")];
  return {
    ...useListFilters<Input>(...names),
    ...(after && { starting_after: after }),
    ...(before && { ending_before: before }),
  };
}

export interface Column<Row> {
  head: string;
  /** Name by which the server sorts. */
  sort?: string;
  align?: "right";
  /** Hidden on narrow screens. */
  isExtra?: boolean;
  cell(row: Row): ReactNode;
}

interface Page<Row> {
  data: Row[];
  has_more: boolean;
}

export interface TableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  keyOf(row: Row): string;
  /** A page of rows, or all of them. */
  query: {
    data: Page<Row> | Row[] | undefined;
    error: unknown;
    isFetching: boolean;
    refetch(): unknown;
  };
  /** Shown in place of an empty table. */
  empty: ReactNode;
  /** True if the procedure takes `last`, which returns the last page. */
  hasLast?: boolean;
}

function SortButton<Row>({ column }: { column: Column<Row> }) {
  const { get, set } = useListState();
  const [by, direction] = (get("sort") ?? "").split(".");
  const isSorted = by === column.sort;
  const isDown = isSorted && direction === "desc";
  return (
    <button
      type="button"
      className="inline-flex items-center gap-1 rounded font-medium hover:text-ink"
      onClick={() => set({ sort: `${column.sort}.${isSorted && !isDown ? "desc" : "asc"}` })}
    >
      {column.head}
      <span aria-hidden="true">{isSorted ? (isDown ? "↓" : "↑") : "↕"}</span>
    </button>
  );
}

const cellClass = ({ align, isExtra }: Pick<Column<never>, "align" | "isExtra">) =>
  `px-3 py-3 sm:px-4 ${
    align === "right" ? "text-right whitespace-nowrap tabular-nums" : "text-left"
  } ${isExtra ? "max-sm:hidden" : ""}`;

function ariaSort(sort: string | undefined, current: string | null) {
  if (!sort || current?.split(".")[0] !== sort) return undefined;
  return current.endsWith(".desc") ? "descending" : "ascending";
}

function Head<Row>({ columns }: Pick<TableProps<Row>, "columns">) {
  const { get } = useListState();
  return (
    <thead className="text-sm text-quiet">
      <tr>
        {columns.map((column) => (
          <th
            key={column.head}
            scope="col"
            aria-sort={ariaSort(column.sort, get("sort"))}
            className={`font-medium whitespace-nowrap ${cellClass(column)}`}
          >
            {column.sort ? <SortButton column={column} /> : column.head}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface PagerProps<Row> extends Pick<TableProps<Row>, "label" | "keyOf" | "hasLast"> {
  page: Page<Row>;
}

function Pager<Row>({ label, keyOf, page, hasLast = false }: PagerProps<Row>) {
  const { get, set } = useListState();
  const isFromEnd = hasLast && get("last") !== null;
  const isBackwards = isFromEnd || get("before") !== null;
  const isFirst = !get("after") && !(isBackwards && page.has_more);
  const isLast = isFromEnd || (!isBackwards && !page.has_more);
  if (isFirst && isLast) return null;
  const [first, last] = [page.data[0], page.data.at(-1)];
  const none = { after: null, before: null, last: null };
  return (
    <nav aria-label={`Pages of ${label}`} className="mt-4 flex flex-wrap justify-end gap-2">
      {hasLast && (
        <Button disabled={isFirst} onClick={() => set(none)}>
          First
        </Button>
      )}
      <Button
        disabled={isFirst || !first}
        onClick={() => first && set({ ...none, before: keyOf(first) }, true)}
      >
        Previous
      </Button>
      <Button
        disabled={isLast || !last}
        onClick={() => last && set({ ...none, after: keyOf(last) }, true)}
      >
        Next
      </Button>
      {hasLast && (
        <Button disabled={isLast} onClick={() => set({ ...none, last: "1" }, true)}>
          Last
        </Button>
      )}
    </nav>
  );
}

function NoResults() {
  const { clear } = useListState();
  return (
    <Empty title="No results">
      <p className="mb-3">Try another search, or remove the filters.</p>
      <Button onClick={clear}>Clear filters</Button>
    </Empty>
  );
}

export function DataTable<Row>(props: TableProps<Row>) {
  const { label, columns, keyOf, query, empty, hasLast = false } = props;
  const { isFiltered } = useListState();
  return (
    <Loaded query={query}>
      {(loaded) => {
        const page = Array.isArray(loaded) ? { data: loaded, has_more: false } : loaded;
        if (page.data.length === 0) return isFiltered ? <NoResults /> : empty;
        return (
          <div aria-busy={query.isFetching}>
            <div className="overflow-x-auto rounded-2xl border border-line bg-paper">
              <table className="w-full text-[0.9375rem]" aria-label={label}>
                <Head columns={columns} />
                <tbody>
                  {page.data.map((row) => (
                    <tr key={keyOf(row)} className="border-t border-line hover:bg-soft/60">
                      {columns.map((column) => (
                        <td key={column.head} className={cellClass(column)}>
                          {column.cell(row)}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            <Pager label={label} keyOf={keyOf} page={page} hasLast={hasLast} />
          </div>
        );
      }}
    </Loaded>
  );
}

interface SimpleTableProps {
  label: string;
  columns: readonly Pick<Column<never>, "head" | "align" | "isExtra">[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

/** A small table within a panel. */
export function SimpleTable({ label, columns, rows }: SimpleTableProps) {
  const padding = "first:pl-0 last:pr-0 py-2!";
  return (
    <section
      aria-label={label}
      className="overflow-x-auto"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach it to scroll.
      tabIndex={0}
    >
      <table className="w-full text-[0.9375rem] tabular-nums" aria-label={label}>
        <thead className="text-sm text-quiet">
          <tr>
            {columns.map((column) => (
              <th
                key={column.head}
                scope="col"
                className={`font-medium whitespace-nowrap ${cellClass(column)} ${padding}`}
              >
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key} className="border-t border-line">
              {columns.map((column, index) => (
                <td key={column.head} className={`${cellClass(column)} ${padding}`}>
                  {cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
