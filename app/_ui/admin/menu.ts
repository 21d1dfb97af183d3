// The menu of the dashboard: few entries, each with one or more screens.
import type { ReactNode } from "react";

export interface Tab {
  /** Its address below the shell's own. */
  path: string;
  name: string;
  /** The key that goes there after "g". */
  hotkey?: string;
  /** What else it has, to be found in the palette. */
  parts?: string;
}

export interface MenuEntry {
  name: string;
  icon: ReactNode;
  tabs: readonly Tab[];
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
