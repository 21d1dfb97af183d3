"use client";
import { useMutation } from "@tanstack/react-query";
import { usePathname, useSearchParams } from "next/navigation";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { FormOptions } from "./api-form";
import { Button, type ButtonVariant } from "./button";
import { DialogForm } from "./dialog-form";
import type { DialogProps } from "./dialog-frame";
import type { Opened } from "./opened";
import { ProblemNote } from "./problem";
import { useToast } from "./toasts";

const DialogFrame = lazy(() => import("./dialog-frame"));

/** Its code is loaded when it is first opened. */
export function Dialog(props: DialogProps) {
  const [hasOpened, setHasOpened] = useState(props.open);
  if (props.open && !hasOpened) setHasOpened(true);
  if (!hasOpened) return null;
  return (
    <Suspense>
      <DialogFrame {...props} />
    </Suspense>
  );
}

export type OpenState = [open: boolean, setOpen: (open: boolean) => void];

/** Open state kept in the address as `?new=1`, so that links can open the dialog. */
export function useNewOpen(): OpenState {
  const [path, params] = [usePathname(), useSearchParams()];
  const setOpen = (open: boolean) => {
    const next = new URLSearchParams(window.location.search);
    if (open) next.set("new", "1");
    else next.delete("new");
    // Changes the address without asking the server for the page again.
    window.history.replaceState(null, "", `${path}${next.size > 0 ? `?${next}` : ""}`);
  };
  return [params.get("new") !== null, setOpen];
}

interface TriggerProps {
  button: string;
  /** Accessible name of that button, where several have the same label. */
  buttonLabel?: string;
  variant?: ButtonVariant;
  title: string;
  description?: ReactNode;
  /** Label of the button that confirms; the first button's by default. */
  action?: string;
  done?: string;
}

function Trigger({
  button,
  buttonLabel,
  variant = "secondary",
  onClick,
}: Pick<TriggerProps, "button" | "buttonLabel" | "variant"> & { onClick(): void }) {
  return (
    <Button variant={variant} aria-label={buttonLabel} onClick={onClick}>
      {button}
    </Button>
  );
}

interface ButtonDialogProps
  extends Pick<TriggerProps, "button" | "variant" | "title" | "description"> {
  children(close: () => void): ReactNode;
}

export function ButtonDialog({ title, description, children, ...trigger }: ButtonDialogProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Trigger {...trigger} onClick={() => setOpen(true)} />
      <Dialog open={open} onOpenChange={setOpen} title={title} description={description}>
        {children(() => setOpen(false))}
      </Dialog>
    </>
  );
}

export interface Confirmation {
  title: string;
  description?: ReactNode;
  action: string;
  /** Of that button: "danger" by default. */
  variant?: "primary" | "danger";
  done?: string;
  run(): Promise<unknown>;
}

export function ConfirmDialog({
  open,
  onOpenChange,
  confirmation: { title, description, action, variant = "danger", done, run },
}: Pick<DialogProps, "open" | "onOpenChange"> & { confirmation: Confirmation }) {
  const toast = useToast();
  const change = useMutation({
    mutationFn: run,
    onSuccess() {
      onOpenChange(false);
      if (done) toast(done);
    },
  });
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} description={description}>
      {change.error && <ProblemNote error={change.error} />}
      <p className="mt-4 flex flex-wrap justify-end gap-2">
        <Button onClick={() => onOpenChange(false)}>Go back</Button>
        <Button variant={variant} busy={change.isPending} onClick={() => change.mutate()}>
          {action}
        </Button>
      </p>
    </Dialog>
  );
}

type ConfirmProps = Omit<Confirmation, "action" | "variant"> &
  Pick<TriggerProps, "button" | "buttonLabel" | "variant" | "action">;

export function Confirm({ title, description, action, done, run, ...trigger }: ConfirmProps) {
  const [open, setOpen] = useState(false);
  const confirmation = {
    title,
    description,
    action: action ?? trigger.button,
    run,
    ...(done && { done }),
  };
  return (
    <>
      <Trigger {...trigger} onClick={() => setOpen(true)} />
      <ConfirmDialog open={open} onOpenChange={setOpen} confirmation={confirmation} />
    </>
  );
}

export interface FormDialogProps<Input, Output, Result>
  extends Omit<TriggerProps, "button">,
    Omit<FormOptions<Input, Output>, "send" | "done"> {
  /** Missing if something else opens the dialog. */
  button?: string;
  submitVariant?: "primary" | "danger";
  /** Another key resets the form. */
  formKey?: string;
  /** For a dialog that links open too. */
  state?: OpenState;
  send(values: Output, opened: Opened): Promise<Result>;
  onDone?: (result: Result) => unknown;
  children: ReactNode;
}

/** A form in a dialog, which closes once it is sent, with the button that opens it. */
export function FormDialog<Input, Output, Result>(props: FormDialogProps<Input, Output, Result>) {
  const { title, description, action, done, state, submitVariant, onDone, children, ...rest } =
    props;
  const { schema, initial, opened, send, button, formKey, ...trigger } = rest;
  const ownState = useState(false);
  const [open, setOpen] = state ?? ownState;
  const toast = useToast();
  const submit = async (values: Output, read: Opened) => {
    const result = await send(values, read);
    setOpen(false);
    if (done) toast(done);
    await onDone?.(result);
  };
  return (
    <>
      {button && <Trigger {...trigger} button={button} onClick={() => setOpen(true)} />}
      <Dialog open={open} onOpenChange={setOpen} title={title} description={description}>
        <DialogForm
          key={formKey}
          schema={schema}
          initial={initial}
          opened={opened}
          send={submit}
          action={action ?? button ?? title}
          variant={submitVariant ?? "primary"}
          onCancel={() => setOpen(false)}
        >
          {children}
        </DialogForm>
      </Dialog>
    </>
  );
}
