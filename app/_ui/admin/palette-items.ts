import type { Confirmation } from "./dialog";
import type { StateLabel } from "./page";

/** Effect of an entry: opens a screen, leaves the dashboard, copies a text, or asks and changes. */
export type Choice =
  | { screen: string }
  | { address: string }
  | { copy: string }
  | { confirm: Confirmation };

export interface PaletteItem {
  value: string;
  label: string;
  detail?: string | null | undefined;
  badge?: StateLabel | undefined;
  /** The key that goes there after "g". */
  hotkey?: string | undefined;
  choice: Choice;
  /** Other things to do with a result; the first is the result's own. */
  actions?: readonly PaletteItem[];
}

export interface PaletteGroup {
  value: string;
  items: readonly PaletteItem[];
}

export interface Command {
  name: string;
  href: string;
  /** The key that goes there after "g". */
  hotkey?: string;
  /** Typed text finds it, too. */
  detail?: string | undefined;
}

export interface Commands {
  places: readonly Command[];
  actions: readonly Command[];
  /** Lists that take the typed text as their `search`. */
  lists: readonly Command[];
}

export const actionsGroup = ({ label, actions = [] }: PaletteItem): PaletteGroup => ({
  value: label,
  items: actions,
});

const itemsOf = (commands: readonly Command[]): PaletteItem[] =>
  commands.map(({ name, href, hotkey, detail }) => ({
    value: href,
    label: name,
    detail,
    hotkey,
    choice: { screen: href },
  }));

/** The entries for a typed text: screens and forms by name, then results, then whole lists. */
export function groupsOf(
  { places, actions, lists }: Commands,
  { typed, results }: { typed: string; results: readonly PaletteGroup[] },
): PaletteGroup[] {
  const text = typed.trim();
  const isNamed = ({ name, detail = "" }: Command) =>
    `${name} ${detail}`.toLowerCase().includes(text.toLowerCase());
  const searches = lists.map(({ name, href }) => ({
    name: `${name} with “${text}”`,
    href: `${href}?search=${encodeURIComponent(text)}`,
  }));
  const items = results.flatMap((group) => group.items);
  const [only] = items;
  const groups = [
    { value: "Go to", items: itemsOf(places.filter(isNamed)) },
    { value: "Create", items: itemsOf(actions.filter(isNamed)) },
    ...results,
    ...(only?.actions && items.length === 1
      ? [{ value: "Actions", items: only.actions.slice(1) }]
      : []),
    { value: "Search", items: itemsOf(text ? searches : []) },
  ];
  return groups.filter(({ items: entries }) => entries.length > 0);
}
