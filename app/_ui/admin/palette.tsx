"use client";
// Everything the dashboard can do, found by typing: places, acts, and what to search for.
import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog as Base } from "@base-ui/react/dialog";
import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { buttonClass } from "./button";
import { Dialog } from "./dialog";
import { useShortcuts } from "./shortcuts";

/** Somewhere to go; `hotkey` is the letter that leads there after "g". */
export interface Command {
  name: string;
  href: string;
  hotkey?: string;
}

interface Props {
  places: readonly Command[];
  /** What can be made or changed from anywhere. */
  acts: readonly Command[];
  /** Lists to look through for whatever was typed, by their `search`. */
  lists: readonly Command[];
}

interface Shown {
  value: string;
  items: { value: string; label: string; hotkey: string | undefined }[];
}

const group = (value: string, commands: readonly Command[]): Shown => ({
  value,
  items: commands.map(({ name, href, hotkey }) => ({ value: href, label: name, hotkey })),
});

function groupsOf({ places, acts, lists }: Props, typed: string): Shown[] {
  const text = typed.trim();
  const found = lists.map(({ name, href }) => ({
    name: `${name} with “${text}”`,
    href: `${href}?search=${encodeURIComponent(text)}`,
  }));
  const groups = [group("Go to", places), group("Do", acts), group("Look for", text ? found : [])];
  return groups.filter(({ items }) => items.length > 0);
}

function Keys({ children }: { children: string }) {
  return (
    <kbd className="rounded-md border border-line bg-soft px-1.5 font-sans text-xs text-quiet">
      {children}
    </kbd>
  );
}

function Finder(props: Props & { onChoose(href: string): void }) {
  const [typed, setTyped] = useState("");
  const onClick = props.onChoose;
  return (
    <Autocomplete.Root
      open
      inline
      items={groupsOf(props, typed)}
      value={typed}
      onValueChange={setTyped}
      autoHighlight="always"
      keepHighlight
    >
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search className="size-4 shrink-0 text-quiet" aria-hidden="true" />
        <Autocomplete.Input
          aria-label="Where to, or what for"
          placeholder="Where to, or what for?"
          className="h-13 w-full bg-transparent text-base outline-none placeholder:text-quiet"
        />
      </div>
      <Autocomplete.Empty className="text-[0.9375rem] text-quiet *:p-5">
        <p>Nothing has that name.</p>
      </Autocomplete.Empty>
      <Autocomplete.List className="max-h-[60dvh] scroll-py-2 overflow-y-auto p-2 empty:hidden">
        {(shown: Shown) => (
          <Autocomplete.Group key={shown.value} items={shown.items}>
            <Autocomplete.GroupLabel className="px-3 pt-2 pb-1 text-sm text-quiet">
              {shown.value}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(item: Shown["items"][number]) => (
                <Autocomplete.Item
                  key={item.value}
                  value={item}
                  onClick={() => onClick(item.value)}
                  className="flex min-h-10 cursor-default items-center justify-between gap-4 rounded-lg px-3 text-[0.9375rem] outline-none data-[highlighted]:bg-soft"
                >
                  <span className="min-w-0 truncate">{item.label}</span>
                  {item.hotkey && <Keys>{`g ${item.hotkey}`}</Keys>}
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

function Help({ places }: Pick<Props, "places">) {
  const rows = [
    { keys: "Ctrl K or ⌘ K", does: "Find anything" },
    { keys: "/", does: "Search the list" },
    { keys: "?", does: "These keys" },
    ...places.flatMap(({ name, hotkey }) => (hotkey ? [{ keys: `g ${hotkey}`, does: name }] : [])),
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2 text-[0.9375rem]">
      {rows.map(({ keys, does }) => (
        <div key={keys} className="contents">
          <dt>
            <Keys>{keys}</Keys>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The button that opens it, and the keys that do. */
export function Palette(props: Props) {
  const [open, setOpen] = useState<"finder" | "help" | null>(null);
  const router = useRouter();
  const go = Object.fromEntries(
    props.places.flatMap(({ hotkey, href }) => (hotkey ? [[hotkey, () => router.push(href)]] : [])),
  );
  useShortcuts({ go, openPalette: () => setOpen("finder"), openHelp: () => setOpen("help") });
  const choose = (href: string) => {
    setOpen(null);
    router.push(href);
  };
  return (
    <>
      <button
        type="button"
        aria-label="Find anything"
        aria-keyshortcuts="Control+K Meta+K"
        className={buttonClass()}
        onClick={() => setOpen("finder")}
      >
        <Search className="size-4" aria-hidden="true" />
        <span className="text-quiet max-lg:hidden">Ctrl K</span>
      </button>
      <Base.Root open={open === "finder"} onOpenChange={(is) => setOpen(is ? "finder" : null)}>
        <Base.Portal>
          <Base.Backdrop className="fixed inset-0 bg-ink/30 dark:bg-canvas/70" />
          <Base.Popup
            aria-label="Find anything"
            className="fixed inset-x-3 top-[8dvh] mx-auto max-w-lg overflow-hidden rounded-2xl border border-line bg-paper shadow-sheet"
          >
            <Finder {...props} onChoose={choose} />
          </Base.Popup>
        </Base.Portal>
      </Base.Root>
      <Dialog
        open={open === "help"}
        onOpenChange={(is) => setOpen(is ? "help" : null)}
        title="Keys"
      >
        <Help places={props.places} />
      </Dialog>
    </>
  );
}
