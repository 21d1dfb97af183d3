"use client";
import { Dialog as Base } from "@base-ui/react/dialog";
import type { RefObject } from "react";
import { Finder, type FinderProps } from "./palette-finder";

interface Props extends FinderProps {
  open: boolean;
  className: string;
  opener: RefObject<HTMLElement | null>;
  onClose(): void;
  onClosed(): void;
}

/** Without this, a page on which nothing had the focus would focus its first link. */
const focusAfter = (opener: HTMLElement | null) => opener !== document.body && opener;

export default function PalettePopup(props: Props) {
  const { open, className, opener, onClose, onClosed, ...finder } = props;
  const { parent, onParent } = finder;
  return (
    <Base.Root
      open={open}
      onOpenChange={(_isOpen, details) => {
        if (parent && details.reason === "escape-key") {
          details.cancel();
          onParent(null);
        } else onClose();
      }}
      onOpenChangeComplete={(isOpen) => !isOpen && onClosed()}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 bg-ink/30 dark:bg-canvas/70" />
        <Base.Popup
          aria-label="Search the dashboard"
          className={className}
          finalFocus={() => focusAfter(opener.current)}
        >
          <Finder {...finder} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
