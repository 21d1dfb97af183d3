"use client";
// Command palette. Its entries are loaded when it is first opened.
import { Dialog as Base } from "@base-ui/react/dialog";
import { Search } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { lazy, Suspense, useState } from "react";
import { Button, buttonClass } from "./button";
import { type Confirmation, ConfirmDialog, Dialog } from "./dialog";
import type { FinderProps } from "./palette-finder";
import type { Choice, Command, Commands, PaletteItem } from "./palette-items";
import { ShortcutHelp, useShortcuts } from "./shortcuts";
import { useToast } from "./toasts";

export type { Command };

const loadFinder = () => import("./palette-finder");
const Finder = lazy(async () => ({ default: (await loadFinder()).Finder }));

/** Takes what is typed until the entries are loaded. */
function FieldOnly({ typed, onType }: Pick<FinderProps, "typed" | "onType">) {
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the palette opens to be typed into.
      autoFocus
      aria-label="Search the dashboard"
      value={typed}
      onChange={({ target }) => onType(target.value)}
      className="h-13 w-full bg-transparent px-11 text-base outline-none"
    />
  );
}

interface PopupProps {
  base: string;
  commands: Commands;
  open: boolean;
  onClose(): void;
  onChoose(choice: Choice): void;
}

function FinderPopup({ base, commands, open, onClose, onChoose }: PopupProps) {
  const [searched, setSearched] = useState("");
  const [parent, setParent] = useState<{ item: PaletteItem; typed: string } | null>(null);
  const reset = () => {
    setSearched("");
    setParent(null);
  };
  const props: FinderProps = {
    base,
    commands,
    searched,
    typed: parent ? parent.typed : searched,
    onType: (typed) => (parent ? setParent({ ...parent, typed }) : setSearched(typed)),
    parent: parent?.item ?? null,
    onParent: (item) => setParent(item && { item, typed: "" }),
    onChoose,
  };
  return (
    <Base.Root
      open={open}
      onOpenChange={(_isOpen, details) => {
        if (parent && details.reason === "escape-key") {
          details.cancel();
          setParent(null);
        } else onClose();
      }}
      onOpenChangeComplete={(isOpen) => !isOpen && reset()}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 bg-ink/30 dark:bg-canvas/70" />
        <Base.Popup
          aria-label="Search the dashboard"
          className="fixed inset-x-3 top-[8dvh] mx-auto max-w-xl overflow-hidden rounded-2xl border border-line bg-paper shadow-sheet"
        >
          <Suspense fallback={<FieldOnly {...props} />}>
            <Finder {...props} />
          </Suspense>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Returns the effect of choosing an entry, and the question that is open. */
function useChoice(close: () => void) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const router = useRouter();
  const toast = useToast();
  const choose = async (choice: Choice) => {
    close();
    if ("screen" in choice) router.push(choice.screen);
    else if ("address" in choice) window.location.assign(choice.address);
    else if ("confirm" in choice) setConfirmation(choice.confirm);
    else {
      await navigator.clipboard.writeText(choice.copy);
      toast("Copied");
    }
  };
  return { choose, confirmation, setConfirmation };
}

/** The button that opens the palette, and the shortcuts. */
export function Palette(commands: Commands) {
  const [open, setOpen] = useState<"finder" | "help" | null>(null);
  const router = useRouter();
  // The first parts of the address: /admin/ACCOUNT/MODE, or /admin/operator/MODE.
  const base = usePathname().split("/").slice(0, 4).join("/");
  const close = () => setOpen(null);
  const { choose, confirmation, setConfirmation } = useChoice(close);
  const { places } = commands;
  const go = Object.fromEntries(
    places.flatMap(({ hotkey, href }) => (hotkey ? [[hotkey, () => router.push(href)]] : [])),
  );
  useShortcuts({ go, openPalette: () => setOpen("finder"), openHelp: () => setOpen("help") });
  return (
    <>
      <button
        type="button"
        aria-label="Search the dashboard"
        aria-keyshortcuts="Control+K Meta+K"
        className={buttonClass()}
        onPointerEnter={loadFinder}
        onClick={() => setOpen("finder")}
      >
        <Search className="size-4" aria-hidden="true" />
        <span className="text-quiet max-lg:hidden">Ctrl K</span>
      </button>
      <FinderPopup
        base={base}
        commands={commands}
        open={open === "finder"}
        onClose={close}
        onChoose={choose}
      />
      {confirmation && (
        <ConfirmDialog
          open
          onOpenChange={() => setConfirmation(null)}
          confirmation={confirmation}
        />
      )}
      <Dialog
        open={open === "help"}
        onOpenChange={(isOpen) => setOpen(isOpen ? "help" : null)}
        title="Keyboard shortcuts"
      >
        <ShortcutHelp places={places} />
        <p className="mt-5 flex justify-end">
          <Button onClick={close}>Close</Button>
        </p>
      </Dialog>
    </>
  );
}
