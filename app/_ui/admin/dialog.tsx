"use client";
// A sheet over the page: a form, or the question whether something is really to be done.
import { Dialog as Base } from "@base-ui/react/dialog";
import { usePathname, useSearchParams } from "next/navigation";
import type { ReactElement, ReactNode } from "react";
import { useState } from "react";
import { Button } from "./button";
import { ProblemNote } from "./problem";
import { useToast } from "./toasts";

interface Props {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
}

export function Dialog({ open, onOpenChange, title, description, children }: Props) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 bg-ink/30 dark:bg-canvas/70" />
        <Base.Popup className="fixed inset-x-3 top-[8dvh] mx-auto max-h-[84dvh] max-w-lg overflow-y-auto rounded-2xl border border-line bg-paper p-5 shadow-sheet sm:p-7">
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

/** Whether the form for another stands open: told by the address, so that links can open it. */
export function useNewOpen(): [boolean, (open: boolean) => void] {
  const [path, params] = [usePathname(), useSearchParams()];
  const setOpen = (open: boolean) => {
    const next = new URLSearchParams(window.location.search);
    if (open) next.set("new", "1");
    else next.delete("new");
    // Nothing of it is the server's business.
    window.history.replaceState(null, "", `${path}${next.size > 0 ? `?${next}` : ""}`);
  };
  return [params.get("new") !== null, setOpen];
}

interface ConfirmProps {
  /** The button that opens it. */
  trigger: (open: () => void) => ReactElement;
  title: string;
  /** What will be, and whether it can be undone. */
  description: ReactNode;
  act: string;
  /** Said when it is done. */
  done: string;
  run(): Promise<unknown>;
}

/** Asks before what cannot be undone. */
export function Confirm({ trigger, title, description, act, done, run }: ConfirmProps) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const toast = useToast();
  const perform = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await run();
      setOpen(false);
      toast(done);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {trigger(() => setOpen(true))}
      <Dialog open={open} onOpenChange={setOpen} title={title} description={description}>
        {failure !== null && <ProblemNote error={failure} />}
        <p className="mt-4 flex flex-wrap justify-end gap-2">
          <Button onClick={() => setOpen(false)}>Keep it</Button>
          <Button look="danger" busy={busy} onClick={perform}>
            {act}
          </Button>
        </p>
      </Dialog>
    </>
  );
}
