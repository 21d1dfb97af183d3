"use client";
import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode } from "react";

export interface DialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
}

export default function DialogFrame(props: DialogProps) {
  const { open, onOpenChange, title, description, children } = props;
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 bg-ink/30 dark:bg-canvas/70" />
        <Base.Popup className="fixed inset-x-3 top-[8dvh] mx-auto max-h-[84dvh] max-w-lg scroll-pb-24 overflow-y-auto rounded-2xl border border-line bg-paper p-5 shadow-sheet sm:p-7">
          <Base.Title className="text-lg font-semibold">{title}</Base.Title>
          {description && (
            <Base.Description
              className="mt-2 text-[0.9375rem] text-pretty text-quiet"
              render={<div />}
            >
              {description}
            </Base.Description>
          )}
          <div className="mt-5">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
