"use client";
import { usePathname, useSearchParams } from "next/navigation";
import type { ComponentProps, MouseEvent } from "react";
import { PAGE_PARAMS, SCREEN_PARAMS } from "./list-input";

/** They stay when filters are removed. */
const LASTING_PARAMS = [...SCREEN_PARAMS, "sort"];
const OTHER_PARAMS = [...PAGE_PARAMS, ...LASTING_PARAMS];

/** By part of the address; null or an empty text removes the part. */
type Changes = Record<string, string | null>;

/** Filters, order and page of a list, kept in the address. Changes open its first page. */
export function useListState() {
  const [path, params] = [usePathname(), useSearchParams()];
  const addressOf = (current: URLSearchParams, changes: Changes) => {
    const next = new URLSearchParams(current);
    for (const name of PAGE_PARAMS) next.delete(name);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    return `${path}${next.size > 0 ? `?${next}` : ""}`;
  };
  const names = [...params.keys()];
  return {
    get: (name: string) => params.get(name),
    hrefOf: (changes: Changes) => addressOf(params, changes),
    set(changes: Changes) {
      // From the address itself: the last change may not be rendered yet.
      const current = new URLSearchParams(window.location.search);
      // Lists load their rows themselves, so the server need not render the page again.
      window.history.replaceState(null, "", addressOf(current, changes));
    },
    isFiltered: names.some((name) => !OTHER_PARAMS.includes(name)),
    /** The changes that remove all filters, but keep the list and its order. */
    cleared: Object.fromEntries(
      names.filter((name) => !LASTING_PARAMS.includes(name)).map((name) => [name, null]),
    ),
  };
}

/** A link that changes the list in place. The browser itself follows it until scripts are there. */
export function ListLink({ to, ...rest }: ComponentProps<"a"> & { to: Changes }) {
  const { hrefOf, set } = useListState();
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    set(to);
  };
  return <a {...rest} data-in-place href={hrefOf(to)} onClick={onClick} />;
}
