"use client";
// The dashboard's walls: the places at the side, the rest in the middle.
import type { LucideIcon } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useEffect, useRef } from "react";
import { Brand } from "#ui/page-parts";
import { type Command, Palette } from "./palette";

/** Where it leads, below the shell's own address. */
export type Inside<Thing> = Omit<Thing, "href"> & { path: string };

interface Place extends Command {
  Icon: LucideIcon;
}

interface Props {
  /** The first is the beginning; the others hold what is below them. */
  places: readonly Inside<Place>[];
  /** The address of the first place, below which all others are. */
  base: string;
  path: string;
  isTest: boolean;
  top: ReactNode;
  /** What the palette offers besides the places. */
  acts?: readonly Inside<Command>[];
  lists: readonly Inside<Command>[];
  children: ReactNode;
}

function isIn(path: string, { href }: Place, places: readonly Place[]): boolean {
  return path === href || (href !== places[0]?.href && path.startsWith(`${href}/`));
}

function Places({ places, path }: { places: readonly Place[]; path: string }) {
  const list = useRef<HTMLUListElement>(null);
  // On a phone they are one row, longer than the screen: the place that is open is to be in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path marks another place.
  useEffect(() => {
    const row = list.current;
    const here = row?.querySelector<HTMLElement>("[aria-current]");
    if (row && here) row.scrollLeft = here.offsetLeft - (row.clientWidth - here.clientWidth) / 2;
  }, [path]);
  return (
    <ul ref={list} className="relative flex gap-1 max-lg:overflow-x-auto max-lg:pb-2 lg:flex-col">
      {places.map((place) => {
        const { href, name, Icon } = place;
        const isHere = isIn(path, place, places);
        return (
          <li key={href}>
            <Link
              href={href}
              prefetch={false}
              aria-current={isHere ? "page" : undefined}
              className="flex min-h-10 items-center gap-2.5 rounded-lg px-3 text-[0.9375rem] whitespace-nowrap text-quiet hover:bg-soft hover:text-ink aria-[current]:bg-soft aria-[current]:font-medium aria-[current]:text-ink"
            >
              <Icon className="size-4 shrink-0" aria-hidden="true" />
              {name}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

export function Shell({ base, path, isTest, top, acts = [], children, ...given }: Props) {
  const inside = <Thing extends { path: string }>(all: readonly Thing[]) =>
    all.map((one) => ({ ...one, href: base + one.path }));
  const places = inside(given.places);
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-10 focus:rounded-lg focus:bg-paper focus:p-3"
      >
        To the content
      </a>
      <header className="border-b border-line bg-paper">
        {isTest && (
          <p className="bg-warning-soft px-4 py-1.5 text-center text-sm font-medium text-warning">
            Test: nothing here is real, and no money moves
          </p>
        )}
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-6">
          <Brand />
          <div className="flex flex-wrap items-center gap-2 sm:gap-3">
            <Palette places={places} acts={inside(acts)} lists={inside(given.lists)} />
            {top}
          </div>
        </div>
      </header>
      <div className="mx-auto grid w-full max-w-7xl grid-cols-[minmax(0,1fr)] lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-6 lg:px-6">
        <nav aria-label="Dashboard" className="min-w-0 px-4 pt-4 lg:px-0 lg:pt-8">
          <Places places={places} path={path} />
        </nav>
        <main id="main" tabIndex={-1} className="min-w-0 px-4 py-6 sm:px-6 lg:px-0 lg:py-8">
          {children}
        </main>
      </div>
    </>
  );
}
