"use client";
// Saved views of a list, and its choice of columns. Menus and dialogs are loaded on first use.
import { useQuery } from "@tanstack/react-query";
import { usePathname, useSearchParams } from "next/navigation";
import { lazy, type MouseEvent, type ReactNode, Suspense, useState } from "react";
import type { RouterInput, RouterOutput } from "#trpc/router";
import { buttonClass } from "./button";
import { DialogButton } from "./dialog";
import { ChevronDown } from "./icons";
import { columnsText, viewStateIn } from "./list-input";
import { useListState } from "./list-state";
import type { Column } from "./table-columns";
import { useTRPC } from "./trpc";

export type ViewScreen = RouterInput["views"]["list"]["screen"];
export type View = RouterOutput["views"]["list"][number];

const loadColumns = () => import("./columns-menu");
const ColumnsMenu = lazy(loadColumns);
const loadMenu = () => import("./view-menu");
const ViewMenu = lazy(loadMenu);
const SaveDialog = lazy(async () => ({ default: (await import("./view-dialogs")).SaveDialog }));

export function MenuLabel({ text }: { text: string }) {
  return (
    <>
      {text}
      <ChevronDown className="size-4 shrink-0" aria-hidden="true" />
    </>
  );
}

interface LazyMenuProps {
  text: string;
  load(): unknown;
  /** The menu, with the button that opens it. */
  children: ReactNode;
}

function LazyMenu({ text, load, children }: LazyMenuProps) {
  const [isUsed, setIsUsed] = useState(false);
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      className={buttonClass()}
      onPointerEnter={load}
      onClick={() => setIsUsed(true)}
    >
      <MenuLabel text={text} />
    </button>
  );
  return isUsed ? <Suspense fallback={button}>{children}</Suspense> : button;
}

export function ColumnsButton({ columns }: { columns: readonly Column<never>[] }) {
  return (
    <LazyMenu text="Columns" load={loadColumns}>
      <ColumnsMenu columns={columns} />
    </LazyMenu>
  );
}

/** The view that is open, the state of the list, and whether they differ. */
function useOpenView(screen: ViewScreen) {
  const params = useSearchParams();
  const { data: views = [] } = useQuery(useTRPC().views.list.queryOptions({ screen }));
  const state = viewStateIn(new URLSearchParams(params));
  const open = views.find(({ id }) => id === params.get("view")) ?? null;
  const { query, columns } = open ?? { query: "", columns: [] };
  const isChanged = state.query !== query || columnsText(state.columns) !== columnsText(columns);
  return { views, open, state, isChanged };
}

/** Saves the state of the list as a view, or changes the view that is open. */
export function ViewButton({ screen }: { screen: ViewScreen }) {
  const { open, state, isChanged } = useOpenView(screen);
  if (open) {
    return (
      <LazyMenu key={open.id} text="View" load={loadMenu}>
        <ViewMenu screen={screen} view={open} state={state} isChanged={isChanged} />
      </LazyMenu>
    );
  }
  if (!isChanged) return null;
  return (
    <DialogButton button="Save view">
      {(dialog) => <SaveDialog screen={screen} state={state} dialog={dialog} />}
    </DialogButton>
  );
}

function addressOf(path: string, { id, query, columns }: View): string {
  const params = new URLSearchParams(query);
  const text = columnsText(columns);
  if (text) params.set("columns", text);
  params.set("view", id);
  return `${path}?${params}`;
}

/** Changes the address without asking the server for the page again. */
function openHere(event: MouseEvent<HTMLAnchorElement>): void {
  const { button, metaKey, ctrlKey, shiftKey, altKey, currentTarget } = event;
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
  event.preventDefault();
  window.history.pushState(null, "", currentTarget.href);
}

/** Nothing without saved views. */
export function ViewTabs({ screen, label }: { screen: ViewScreen; label: string }) {
  const path = usePathname();
  const { isFiltered } = useListState();
  const { views, open, isChanged } = useOpenView(screen);
  if (views.length === 0) return null;
  const tabs = [
    { id: null, name: "All", href: path },
    ...views.map((view) => ({ id: view.id, name: view.name, href: addressOf(path, view) })),
  ];
  const current = open?.id ?? (isFiltered ? undefined : null);
  return (
    <nav aria-label={`Views of ${label}`} className="mb-4 overflow-x-auto border-b border-line">
      <ul className="flex gap-4">
        {tabs.map(({ id, name, href }) => (
          <li key={id} className="shrink-0">
            <a
              href={href}
              onClick={openHere}
              aria-current={id === current ? "page" : undefined}
              className="block border-b-2 border-transparent px-1 py-2 text-[0.9375rem] whitespace-nowrap text-quiet hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink"
            >
              {name}
              {id === open?.id && isChanged && <span className="text-quiet"> (changed)</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
