// The state of a screen in its address, as the input of procedures: the same in pages and on screens.
import { idIn } from "#ui/id-in";

export const PAGE_PARAMS = ["after", "before", "last"];
/** Parts of the address that choose what a screen shows, and are no filters of a list. */
export const SCREEN_PARAMS = ["new", "show", "document", "endpoint", "event", "run"];

type Get = (name: string) => string | null | undefined;

export function filtersIn(get: Get, names: readonly string[]): Record<string, string | true> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = get(name);
      return value ? [[name, name === "last" ? true : value]] : [];
    }),
  );
}

export function listInputIn(get: Get, names: readonly string[]): Record<string, string | true> {
  const [after, before] = [get("after"), get("before")];
  return {
    ...filtersIn(get, names),
    ...(after && { starting_after: after }),
    ...(before && { ending_before: before }),
  };
}

type Views<Name> = readonly [Name, ...Name[]];

/** Returns which of its views a screen shows: the first one, unless the address names another. */
export const viewIn = <Name extends string>(get: Get, views: Views<Name>): Name =>
  views.find((name) => name === get("show")) ?? views[0];

type Names<Input> = readonly (keyof Extract<Input, object> & string)[];
type More<Input> = Partial<Extract<Input, object>>;

/**
 * Returns what a screen's queries take from its address. The server rejects values that someone
 * typed into it.
 */
export function inputsOf(get: Get, segment: string, subaccountId: string | null = null) {
  return {
    get,
    id: idIn(segment),
    /** The only subaccount that the person has access to. Pages leave that to the browser. */
    subaccountId,
    view: <Name extends string>(views: Views<Name>) => viewIn(get, views),
    /** The filters of these names, and the page. */
    list: <Input,>(names: Names<Input> = [], more?: More<NoInfer<Input>>) =>
      ({ ...listInputIn(get, names), ...more }) as Input,
    /** The filters alone: the input of a list's totals. */
    filters: <Input,>(names: Names<Input>, more?: More<NoInfer<Input>>) =>
      ({ ...filtersIn(get, names), ...more }) as Input,
  };
}

export type Inputs = ReturnType<typeof inputsOf>;
