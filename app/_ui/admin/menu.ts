import type { ReactNode } from "react";

export interface Tab {
  /** Its address below the shell's own. */
  path: string;
  /** Its name in the address, where several share a path. The first of them has none. */
  show?: string;
  /** Its entry's by default. */
  name?: string;
  /** Few installations use it: the palette and a link lead to it, and it has a tab only while open. */
  isRare?: true;
  /** The key that goes there after "g". */
  hotkey?: string;
  parts?: string;
}

export interface MenuEntry {
  name: string;
  icon: ReactNode;
  tabs: readonly Tab[];
}

/** The tabs, each with the modules' screens that follow it. */
export function withModules<Screen extends Tab>(
  tabs: readonly Screen[],
  screens: readonly (Screen & { after: string })[],
): Screen[] {
  return tabs.flatMap((tab) => [tab, ...screens.filter(({ after }) => after === tab.name)]);
}

export const below = <Thing extends { path: string }>(base: string, things: readonly Thing[]) =>
  things.map((thing) => ({ ...thing, href: base + thing.path }));

export function linksOf(menu: readonly MenuEntry[], base: string) {
  const entries = menu.map(({ name: group, icon, tabs }) => {
    const screens = tabs.map((tab) => {
      const { path, show, name = group, parts = name === group ? "" : group } = tab;
      const href = base + path + (show ? `?show=${show}` : "");
      return { ...tab, name, group, detail: parts, href };
    });
    return { name: group, icon, tabs: screens };
  });
  const screens = entries.flatMap(({ tabs }) => tabs);
  return { entries, screens };
}

/**
 * The screen of an address below the shell's own: its path is the longest part of the address's.
 * Of screens with the same path, it is the one that the address names, in `show` or as its next
 * part: "/catalogue/portfolios/pf_1" belongs to the catalogue's portfolios.
 */
export function currentOf<Screen extends Pick<Tab, "path" | "show">>(
  screens: readonly Screen[],
  address: { path: string; show: string | null },
): Screen | undefined {
  const { path } = address;
  const [first, ...others] = screens
    .filter(
      (screen) =>
        path === screen.path || (screen.path !== "" && path.startsWith(`${screen.path}/`)),
    )
    .toSorted((a, b) => b.path.length - a.path.length);
  if (!first) return undefined;
  const names = [address.show, path.slice(first.path.length + 1).split("/")[0]];
  const isNamed = ({ show, path: screenPath }: Screen) =>
    screenPath === first.path && names.includes(show);
  return others.find(isNamed) ?? first;
}
