"use client";
// Command palette.
import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog as Base } from "@base-ui/react/dialog";
import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { buttonClass } from "./button";
import { Dialog } from "./dialog";
import { Keys, ShortcutHelp, useShortcuts } from "./shortcuts";

export interface Command {
  name: string;
  href: string;
  /** The key that goes there after "g". */
  hotkey?: string;
}

interface Props {
  places: readonly Command[];
  /** Addresses of forms for new objects. */
  actions: readonly Command[];
  /** Lists that take the typed text as their `search`. */
  lists: readonly Command[];
}

interface Group {
  value: string;
  items: { value: string; label: string; hotkey: string | undefined }[];
}

const group = (value: string, commands: readonly Command[]): Group => ({
  value,
  items: commands.map(({ name, href, hotkey }) => ({ value: href, label: name, hotkey })),
});

function groupsOf({ places, actions, lists }: Props, typed: string): Group[] {
  const text = typed.trim();
  const searches = lists.map(({ name, href }) => ({
    name: `${name} with “${text}”`,
    href: `${href}?search=${encodeURIComponent(text)}`,
  }));
  const groups = [
    group("Go to", places),
    group("Create", actions),
    group("Search", text ? searches : []),
  ];
  return groups.filter(({ items }) => items.length > 0);
}

function Finder(props: Props & { onChoose(href: string): void }) {
  const [typed, setTyped] = useState("");
  const { onChoose } = props;
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
          aria-label="Search the dashboard"
          placeholder="Search screens, actions and lists"
          className="h-13 w-full bg-transparent text-base outline-none placeholder:text-quiet"
        />
      </div>
      <Autocomplete.Empty className="text-[0.9375rem] text-quiet *:p-5">
        <p>No results.</p>
      </Autocomplete.Empty>
      <Autocomplete.List className="max-h-[60dvh] scroll-py-2 overflow-y-auto p-2 empty:hidden">
        {({ value, items }: Group) => (
          <Autocomplete.Group key={value} items={items}>
            <Autocomplete.GroupLabel className="px-3 pt-2 pb-1 text-sm text-quiet">
              {value}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(item: Group["items"][number]) => (
                <Autocomplete.Item
                  key={item.value}
                  value={item}
                  onClick={() => onChoose(item.value)}
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

/** The button that opens the palette, and the shortcuts. */
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
        aria-label="Search the dashboard"
        aria-keyshortcuts="Control+K Meta+K"
        className={buttonClass()}
        onClick={() => setOpen("finder")}
      >
        <Search className="size-4" aria-hidden="true" />
        <span className="text-quiet max-lg:hidden">Ctrl K</span>
      </button>
      <Base.Root
        open={open === "finder"}
        onOpenChange={(isOpen) => setOpen(isOpen ? "finder" : null)}
      >
        <Base.Portal>
          <Base.Backdrop className="fixed inset-0 bg-ink/30 dark:bg-canvas/70" />
          <Base.Popup
            aria-label="Search the dashboard"
            className="fixed inset-x-3 top-[8dvh] mx-auto max-w-lg overflow-hidden rounded-2xl border border-line bg-paper shadow-sheet"
          >
            <Finder {...props} onChoose={choose} />
          </Base.Popup>
        </Base.Portal>
      </Base.Root>
      <Dialog
        open={open === "help"}
        onOpenChange={(isOpen) => setOpen(isOpen ? "help" : null)}
        title="Keyboard shortcuts"
      >
        <ShortcutHelp places={props.places} />
      </Dialog>
    </>
  );
}
