"use client";
// Filters, order and page of a list, kept in the address.
import { usePathname, useSearchParams } from "next/navigation";
import { filtersIn, listInputIn, PAGE_PARAMS, SCREEN_PARAMS } from "./list-input";

// "show" chooses between lists, each with an empty text of its own.
const OTHER_PARAMS = [...PAGE_PARAMS, ...SCREEN_PARAMS, "sort"];
/** They stay when filters are removed. */
const LASTING_PARAMS = ["sort", "columns"];

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
    /** Removes all filters, but keeps the order and the columns. */
    clear: () => {
      const all = [...new URLSearchParams(window.location.search)];
      go(new URLSearchParams(all.filter(([name]) => LASTING_PARAMS.includes(name))));
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
  return filtersIn(useListState().get, names) as Filters;
}

/** Returns the filters, and the page, as the input of a list's procedure. */
export function useListInput<Input extends object>(...names: (keyof Input & string)[]): Input {
  return listInputIn(useListState().get, names) as Input;
}
