"use client";
import { Dialog as Base } from "@base-ui/react/dialog";
import { usePathname, useSearchParams } from "next/navigation";
import { type ReactNode, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { Button, type ButtonVariant } from "./button";
import { Form, type FormOptions, useApiForm } from "./form";
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

type OpenState = [open: boolean, setOpen: (open: boolean) => void];

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
  /** Label of the button that opens the dialog. */
  button: string;
  /** Accessible name of that button, where several have the same label. */
  buttonLabel?: string;
  variant?: ButtonVariant;
  title: string;
  description?: ReactNode;
  /** Label of the button that confirms; the first button's by default. */
  action?: string;
  /** Toast shown on success. */
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

interface ConfirmProps extends TriggerProps {
  run(): Promise<unknown>;
}

/** Asks before something that can't be undone. */
export function Confirm({ title, description, action, done, run, ...trigger }: ConfirmProps) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const toast = useToast();
  const confirm = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await run();
      setOpen(false);
      if (done) toast(done);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Trigger {...trigger} onClick={() => setOpen(true)} />
      <Dialog open={open} onOpenChange={setOpen} title={title} description={description}>
        {failure !== null && <ProblemNote error={failure} />}
        <p className="mt-4 flex flex-wrap justify-end gap-2">
          <Button onClick={() => setOpen(false)}>Go back</Button>
          <Button variant="danger" busy={busy} onClick={confirm}>
            {action ?? trigger.button}
          </Button>
        </p>
      </Dialog>
    </>
  );
}

export interface FormDialogProps<Input extends FieldValues, Output, Result>
  extends TriggerProps,
    Omit<FormOptions<Input, Output>, "send"> {
  submitVariant?: "primary" | "danger";
  /** For a dialog that links open too. */
  state?: OpenState;
  send(values: Output): Promise<Result>;
  /** Runs once the dialog is closed. */
  onDone?: (result: Result) => unknown;
  children: ReactNode;
}

type BodyProps<Input extends FieldValues, Output> = FormOptions<Input, Output> & {
  action: string;
  variant: "primary" | "danger";
  onCancel(): void;
  children: ReactNode;
};

function FormBody<Input extends FieldValues, Output>(props: BodyProps<Input, Output>) {
  const { action, variant, onCancel, children, ...options } = props;
  const form = useApiForm(options);
  return (
    <Form form={form} action={action} variant={variant} onCancel={onCancel}>
      {children}
    </Form>
  );
}

/** A button that opens a form, which closes once it is sent. */
export function FormDialog<Input extends FieldValues, Output, Result>(
  props: FormDialogProps<Input, Output, Result>,
) {
  const { title, description, action, done, state, submitVariant, onDone, children, ...rest } =
    props;
  const { schema, initial, send, ...trigger } = rest;
  const ownState = useState(false);
  const [open, setOpen] = state ?? ownState;
  const toast = useToast();
  const submit = async (values: Output) => {
    const result = await send(values);
    setOpen(false);
    if (done) toast(done);
    await onDone?.(result);
  };
  return (
    <>
      <Trigger {...trigger} onClick={() => setOpen(true)} />
      <Dialog open={open} onOpenChange={setOpen} title={title} description={description}>
        <FormBody
          schema={schema}
          initial={initial}
          send={submit}
          action={action ?? trigger.button}
          variant={submitVariant ?? "primary"}
          onCancel={() => setOpen(false)}
        >
          {children}
        </FormBody>
      </Dialog>
    </>
  );
}
