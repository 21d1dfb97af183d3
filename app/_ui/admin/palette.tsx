"use client";
import { usePathname, useRouter } from "next/navigation";
import { lazy, type RefObject, Suspense, useRef, useState } from "react";
import { Button, buttonClass } from "./button";
import { type Confirmation, ConfirmDialog, Dialog } from "./dialog";
// Command palette. Its popup is loaded when it is first opened.
import { Search } from "./icons";
import type { FinderProps } from "./palette-finder";
import type { Choice, Command, Commands, PaletteItem } from "./palette-items";
import { ShortcutHelp, useShortcuts } from "./shortcuts";
import { useToast } from "./toasts";

export type { Command };

const loadPopup = () => import("./palette-popup");
const Popup = lazy(loadPopup);

const popupClass =
  "fixed inset-x-3 top-[8dvh] mx-auto max-w-xl overflow-hidden rounded-2xl border border-line bg-paper shadow-sheet";

function PendingPopup({
  typed,
  onType,
  onClose,
}: Pick<FinderProps, "typed" | "onType"> & { onClose(): void }) {
  return (
    <div role="dialog" aria-label="Search the dashboard" className={popupClass}>
      <input
        // biome-ignore lint/a11y/noAutofocus: the palette opens to be typed into.
        autoFocus
        aria-label="Search the dashboard"
        value={typed}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={({ key }) => key === "Escape" && onClose()}
        className="h-13 w-full bg-transparent px-11 text-base outline-none"
      />
    </div>
  );
}

interface FinderPopupProps extends Pick<FinderProps, "base" | "commands" | "onChoose"> {
  open: boolean;
  opener: RefObject<HTMLElement | null>;
  onClose(): void;
}

function FinderPopup({ open, opener, onClose, ...rest }: FinderPopupProps) {
  const [hasOpened, setHasOpened] = useState(false);
  const [searched, setSearched] = useState("");
  const [parent, setParent] = useState<{ item: PaletteItem; typed: string } | null>(null);
  if (open && !hasOpened) setHasOpened(true);
  if (!hasOpened) return null;
  const reset = () => {
    setSearched("");
    setParent(null);
  };
  const cancel = () => {
    reset();
    onClose();
    opener.current?.focus();
  };
  const finder: FinderProps = {
    ...rest,
    searched,
    typed: parent ? parent.typed : searched,
    onType: (typed) => (parent ? setParent({ ...parent, typed }) : setSearched(typed)),
    parent: parent?.item ?? null,
    onParent: (item) => setParent(item && { item, typed: "" }),
  };
  return (
    <Suspense fallback={open && <PendingPopup {...finder} onClose={cancel} />}>
      <Popup
        {...finder}
        open={open}
        className={popupClass}
        opener={opener}
        onClose={onClose}
        onClosed={reset}
      />
    </Suspense>
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

const focused = () =>
  document.activeElement instanceof HTMLElement ? document.activeElement : null;

export function Palette(commands: Commands) {
  const [open, setOpen] = useState<"finder" | "help" | null>(null);
  const opener = useRef<HTMLElement>(null);
  const router = useRouter();
  // The first parts of the address: /admin/ACCOUNT/MODE, or /admin/operator/MODE.
  const base = usePathname().split("/").slice(0, 4).join("/");
  const close = () => setOpen(null);
  const { choose, confirmation, setConfirmation } = useChoice(close);
  const { places } = commands;
  const go = Object.fromEntries(
    places.flatMap(({ hotkey, href }) => (hotkey ? [[hotkey, () => router.push(href)]] : [])),
  );
  const openPalette = () => {
    if (open !== "finder") opener.current = focused();
    setOpen("finder");
  };
  useShortcuts({ go, openPalette, openHelp: () => setOpen("help") });
  return (
    <>
      <button
        type="button"
        aria-label="Search the dashboard"
        aria-keyshortcuts="Control+K Meta+K"
        className={buttonClass()}
        onPointerEnter={loadPopup}
        onFocus={loadPopup}
        onClick={openPalette}
      >
        <Search className="size-4" aria-hidden="true" />
        <span className="text-quiet max-lg:hidden">Ctrl K</span>
      </button>
      <FinderPopup
        base={base}
        commands={commands}
        open={open === "finder"}
        opener={opener}
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
