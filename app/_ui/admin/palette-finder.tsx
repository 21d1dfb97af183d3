"use client";
import { Autocomplete } from "@base-ui/react/autocomplete";
import { type KeyboardEvent, useRef } from "react";
import { ChevronRight, Search } from "./icons";
import { StateBadge } from "./page";
import {
  actionsGroup,
  type Choice,
  type Commands,
  groupsOf,
  type PaletteGroup,
  type PaletteItem,
} from "./palette-items";
import { type SearchResults, useAccountResults, useOperatorResults } from "./palette-results";
import { Keys } from "./shortcuts";

export interface FinderProps {
  /** Address of the account or of the operator's area. */
  base: string;
  commands: Commands;
  searched: string;
  /** The text in the field: to search for, or the start of an action. */
  typed: string;
  onType(typed: string): void;
  parent: PaletteItem | null;
  onParent(parent: PaletteItem | null): void;
  onChoose(choice: Choice): void;
}

interface EntryProps {
  item: PaletteItem;
  onChoose(choice: Choice): void;
  onParent(parent: PaletteItem): void;
}

function Entry({ item, onChoose, onParent }: EntryProps) {
  const { label, detail, badge, hotkey, choice, actions } = item;
  return (
    <Autocomplete.Item
      value={item}
      onClick={() => onChoose(choice)}
      className="flex min-h-10 cursor-default items-center gap-3 rounded-lg px-3 text-[0.9375rem] outline-none data-[highlighted]:bg-soft"
    >
      <span className="min-w-0 grow truncate py-1.5">
        {label}
        {detail && <span className="ml-2 text-sm text-quiet">{detail}</span>}
      </span>
      {badge && <StateBadge state={badge} />}
      {hotkey && <Keys>{`g ${hotkey}`}</Keys>}
      {actions && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the right arrow key does the same.
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above.
        <span
          title="Actions"
          className="-mr-2 flex size-9 shrink-0 items-center justify-center rounded-lg text-quiet hover:bg-line"
          onClick={(event) => {
            event.stopPropagation();
            onParent(item);
          }}
        >
          <ChevronRight className="size-4" aria-hidden="true" />
        </span>
      )}
    </Autocomplete.Item>
  );
}

/** Right opens the actions of the highlighted result, left or backspace closes them. */
function useActionKeys({ typed, parent, onParent }: FinderProps) {
  const highlighted = useRef<PaletteItem | undefined>(undefined);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, currentTarget } = event;
    const isAtEnd = currentTarget.selectionStart === typed.length;
    const { current } = highlighted;
    if (key === "ArrowRight" && !parent && isAtEnd && current?.actions) {
      event.preventDefault();
      onParent(current);
    } else if (parent && (key === "ArrowLeft" || key === "Backspace") && typed === "") {
      event.preventDefault();
      onParent(null);
    }
  };
  const onItemHighlighted = (item: PaletteItem | undefined) => {
    highlighted.current = item;
  };
  return { onKeyDown, onItemHighlighted };
}

function Hints({ groups, parent }: { groups: readonly PaletteGroup[]; parent: unknown }) {
  const hasActions = groups.some(({ items }) => items.some(({ actions }) => actions));
  const hints = parent
    ? [{ keys: "←", does: "back" }]
    : hasActions
      ? [{ keys: "→", does: "actions of a result" }]
      : [];
  return (
    <p
      id="palette-hints"
      className="hidden gap-4 border-t border-line px-4 py-2 text-sm text-quiet has-[span]:flex max-sm:hidden!"
    >
      {hints.map(({ keys, does }) => (
        <span key={keys} className="flex items-center gap-1.5">
          <Keys>{keys}</Keys> {does}
        </span>
      ))}
    </p>
  );
}

function statusOf({ isSearching, error }: SearchResults): string {
  if (error) return "The search failed. Try again.";
  return isSearching ? "Searching…" : "";
}

function List(props: FinderProps & { results: SearchResults }) {
  const { commands, typed, onType, parent, onParent, onChoose, results } = props;
  const { onKeyDown, onItemHighlighted } = useActionKeys(props);
  const text = typed.trim().toLowerCase();
  const groups = parent
    ? [actionsGroup(parent)].map(({ value, items }) => ({
        value,
        items: items.filter(({ label }) => label.toLowerCase().includes(text)),
      }))
    : groupsOf(commands, { typed, results: results.groups });
  const status = parent ? "" : statusOf(results);
  return (
    <Autocomplete.Root
      open
      inline
      mode="none"
      items={groups.filter(({ items }) => items.length > 0)}
      value={typed}
      onValueChange={onType}
      onItemHighlighted={onItemHighlighted}
      autoHighlight="always"
      keepHighlight
    >
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search className="size-4 shrink-0 text-quiet" aria-hidden="true" />
        <Autocomplete.Input
          autoFocus
          aria-label={parent ? `Actions of ${parent.label}` : "Search the dashboard"}
          aria-describedby="palette-hints"
          placeholder={parent ? "Search actions" : "Search orders, customers, screens …"}
          maxLength={200}
          className="h-13 w-full min-w-0 bg-transparent text-base outline-none placeholder:text-quiet"
          onKeyDown={onKeyDown}
        />
        <span role="status" className="shrink-0 text-sm text-quiet empty:hidden">
          {status}
        </span>
      </div>
      <Autocomplete.Empty className="text-[0.9375rem] text-quiet *:p-5">
        {status === "" && <p>No results.</p>}
      </Autocomplete.Empty>
      <Autocomplete.List className="max-h-[60dvh] scroll-py-2 overflow-y-auto p-2 empty:hidden">
        {({ value, items }: PaletteGroup) => (
          <Autocomplete.Group key={value} items={items}>
            <Autocomplete.GroupLabel className="truncate px-3 pt-2 pb-1 text-sm text-quiet">
              {value}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(item: PaletteItem) => (
                <Entry key={item.value} item={item} onChoose={onChoose} onParent={onParent} />
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      <Hints groups={groups} parent={parent} />
    </Autocomplete.Root>
  );
}

function AccountFinder(props: FinderProps) {
  return <List {...props} results={useAccountResults(props.base, props.searched)} />;
}

function OperatorFinder(props: FinderProps) {
  return <List {...props} results={useOperatorResults(props.base, props.searched)} />;
}

export function Finder(props: FinderProps) {
  const isOperator = props.base.startsWith("/admin/operator/");
  return isOperator ? <OperatorFinder {...props} /> : <AccountFinder {...props} />;
}
