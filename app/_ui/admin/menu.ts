// The menu of the dashboard: few entries, each with one or more screens.
import type { ReactNode } from "react";

export interface Tab {
  /** Its address below the shell's own. */
  path: string;
  /** Its entry's by default. */
  name?: string;
  /** The key that goes there after "g". */
  hotkey?: string;
  /** Names of its parts, by which the palette finds it, too. */
  parts?: string;
}

export interface MenuEntry {
  name: string;
  icon: ReactNode;
  tabs: readonly Tab[];
}

/** The things with their whole addresses. */
export const below = <Thing extends { path: string }>(base: string, things: readonly Thing[]) =>
  things.map((thing) => ({ ...thing, href: base + thing.path }));

/** The entries, and all their screens as the palette lists them. */
export function linksOf(menu: readonly MenuEntry[], base: string) {
  const entries = menu.map(({ name: group, icon, tabs }) => {
    const screens = tabs.map(({ name = group, parts = name === group ? "" : group, ...tab }) => ({
      ...tab,
      name,
      group,
      detail: parts,
    }));
    return { name: group, icon, tabs: below(base, screens) };
  });
  const screens = entries.flatMap(({ tabs }) => tabs);
  return { entries, screens };
}

interface Linked {
  href: string;
}

/** The screen whose address is the longest part of the path; `base` is a screen of its own. */
export function currentOf<Screen extends Linked>(
  screens: readonly Screen[],
  { base, path }: { base: string; path: string },
): Screen | undefined {
  return screens
    .filter(({ href }) => path === href || (href !== base && path.startsWith(`${href}/`)))
    .toSorted((a, b) => b.href.length - a.href.length)[0];
}
