"use client";
// A list that the server sorts, filters and pages; what is shown is in the address.
import { usePathname, useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import { Button } from "./button";
import { Empty, Loading } from "./page";
import { ProblemNote } from "./problem";

/** Where in a list one is. */
const PLACES = ["after", "before", "last"];
/** What of the address filters nothing. */
const NO_FILTERS = [...PLACES, "sort", "new"];

/** What of a list is shown, kept in the address: filters, order, and place. */
export function useListState() {
  const [path, params] = [usePathname(), useSearchParams()];
  // The lists ask for their rows themselves, so the server need not be asked for the page again.
  const go = (next: URLSearchParams) =>
    window.history.replaceState(null, "", `${path}${next.size > 0 ? `?${next}` : ""}`);
  const set = (changes: Record<string, string | null>, keepsPlace = false) => {
    // From the address itself: what was chosen a moment ago may not be rendered yet.
    const next = new URLSearchParams(window.location.search);
    // Another filter or order begins at the first page.
    if (!keepsPlace) for (const name of PLACES) next.delete(name);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    go(next);
  };
  const [after, before] = [params.get("after"), params.get("before")];
  return {
    get: (name: string) => params.get(name),
    set,
    /** Whether less is shown than there is. */
    isFiltered: [...params.keys()].some((name) => !NO_FILTERS.includes(name)),
    /** Shows all again, in the same order. */
    clear: () => {
      const sort = new URLSearchParams(window.location.search).get("sort");
      go(new URLSearchParams(sort ? { sort } : {}));
    },
    /** The place, as every list's procedure takes it. */
    place: {
      ...(after && { starting_after: after }),
      ...(before && { ending_before: before }),
    },
    /** The filters of these names that are set, as the list's procedure takes them. */
    filters<Name extends string>(...names: Name[]): Partial<Record<Name, string>> {
      const found = names.flatMap((name) => {
        const value = params.get(name);
        return value ? [[name, value]] : [];
      });
      return Object.fromEntries(found);
    },
  };
}

export interface Column<Row> {
  head: string;
  /** The name by which the server sorts; none where it cannot. */
  sort?: string;
  align?: "right";
  /** Left out on narrow screens. */
  isExtra?: boolean;
  cell(row: Row): ReactNode;
}

interface Props<Row> {
  label: string;
  columns: readonly Column<Row>[];
  keyOf(row: Row): string;
  query: {
    data: { data: Row[]; has_more: boolean } | undefined;
    error: unknown;
    isFetching: boolean;
    refetch(): unknown;
  };
  /** Shown where there is nothing. */
  empty: ReactNode;
  /** Whether the list can be read from its end: its procedure then takes `last`. */
  hasLast?: boolean;
}

interface PagerProps<Row> extends Pick<Props<Row>, "label" | "keyOf" | "hasLast"> {
  page: { data: Row[]; has_more: boolean };
}

function SortHead<Row>({ column }: { column: Column<Row> }) {
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

const side = (align?: "right") =>
  align === "right" ? "text-right whitespace-nowrap tabular-nums" : "text-left";
const shownFrom = (isExtra?: boolean) => (isExtra ? "max-sm:hidden" : "");

function sortOf(sort: string | undefined, asked: string | null) {
  if (!sort || asked?.split(".")[0] !== sort) return undefined;
  return asked.endsWith(".desc") ? "descending" : "ascending";
}

function Head<Row>({ columns }: Pick<Props<Row>, "columns">) {
  const { get } = useListState();
  return (
    <thead className="text-sm text-quiet">
      <tr>
        {columns.map((column) => (
          <th
            key={column.head}
            scope="col"
            aria-sort={sortOf(column.sort, get("sort"))}
            className={`px-3 py-3 font-medium sm:px-4 whitespace-nowrap ${side(column.align)} ${shownFrom(column.isExtra)}`}
          >
            {column.sort ? <SortHead column={column} /> : column.head}
          </th>
        ))}
      </tr>
    </thead>
  );
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

function NothingMatches() {
  const { clear } = useListState();
  return (
    <Empty title="Nothing matches">
      <p>There is more without the search and filters.</p>
      <p className="mt-3">
        <Button onClick={clear}>Show all</Button>
      </p>
    </Empty>
  );
}

export function DataTable<Row>({ label, columns, keyOf, query, empty, hasLast }: Props<Row>) {
  const { isFiltered } = useListState();
  const { data: page, error } = query;
  if (error) return <ProblemNote error={error} onRetry={() => query.refetch()} />;
  if (!page) return <Loading />;
  if (page.data.length === 0) return isFiltered ? <NothingMatches /> : empty;
  return (
    <div aria-busy={query.isFetching}>
      <div className="overflow-x-auto rounded-2xl border border-line bg-paper">
        <table className="w-full text-[0.9375rem]" aria-label={label}>
          <Head columns={columns} />
          <tbody>
            {page.data.map((row) => (
              <tr key={keyOf(row)} className="border-t border-line hover:bg-soft/60">
                {columns.map((column) => (
                  <td
                    key={column.head}
                    className={`px-3 py-3 sm:px-4 ${side(column.align)} ${shownFrom(column.isExtra)}`}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pager label={label} keyOf={keyOf} page={page} {...(hasLast && { hasLast })} />
    </div>
  );
}
