// The state of a list in the address, as the input of procedures: the same in pages and on screens.

export const PAGE_PARAMS = ["after", "before", "last"];
/** Parts of the address that are no input of a list. */
export const SCREEN_PARAMS = ["new", "show"];

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
