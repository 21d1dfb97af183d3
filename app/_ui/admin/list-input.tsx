// The state of a list in the address, as the input of procedures: the same in pages and on screens.

export const PAGE_PARAMS = ["after", "before", "last"];
/** Parts of the address that are no input of a list. */
export const SCREEN_PARAMS = ["new", "show", "view", "columns"];

type Get = (name: string) => string | null | undefined;

/** Returns the filters of these names that the address has. */
export function filtersIn(get: Get, names: readonly string[]): Record<string, string | true> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = get(name);
      return value ? [[name, name === "last" ? true : value]] : [];
    }),
  );
}

/** Returns the filters of these names, and the page. */
export function listInputIn(get: Get, names: readonly string[]): Record<string, string | true> {
  const [after, before] = [get("after"), get("before")];
  return {
    ...filtersIn(get, names),
    ...(after && { starting_after: after }),
    ...(before && { ending_before: before }),
  };
}

/** The state of a list that a saved view restores. */
export interface ViewState {
  query: string;
  columns: string[];
}

// A point, because addresses need not escape it.
const columnsIn = (text: string | null) => text?.split(".").filter(Boolean) ?? [];

export const columnsText = (columns: readonly string[]) => columns.join(".") || null;

/** In a fixed order, so that the same filters are the same text. */
export function viewStateIn(params: URLSearchParams): ViewState {
  const others = [...PAGE_PARAMS, ...SCREEN_PARAMS];
  const query = new URLSearchParams([...params].filter(([name]) => !others.includes(name)));
  query.sort();
  return { query: query.toString(), columns: columnsIn(params.get("columns")) };
}
