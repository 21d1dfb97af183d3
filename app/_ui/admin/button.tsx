"use client";
import { useMutation } from "@tanstack/react-query";
import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Copy } from "./icons";
import { problemOf } from "./problem";
import { useToast } from "./toasts";

const outlined = "bg-paper ring-1 ring-line ring-inset hover:bg-soft";
const variants = {
  primary: "bg-accent text-paper hover:bg-accent-strong",
  secondary: `${outlined} text-ink`,
  /** Opens a dialog in which something is deleted. */
  warning: `${outlined} text-danger`,
  danger: "bg-danger text-paper hover:opacity-90",
  plain: "text-ink hover:bg-soft",
};

export type ButtonVariant = keyof typeof variants;

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  /** Disables the button while its request runs. */
  busy?: boolean;
}

export const buttonClass = (variant: ButtonVariant = "secondary") =>
  `inline-flex min-h-10 items-center justify-center gap-2 rounded-lg px-3.5 py-1.5 text-[0.9375rem] font-medium whitespace-nowrap transition-colors motion-reduce:transition-none disabled:opacity-50 ${variants[variant]}`;

export function Button({ variant = "secondary", busy = false, className = "", ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      disabled={busy || rest.disabled}
      aria-busy={busy || undefined}
      className={`${buttonClass(variant)} ${className}`}
    />
  );
}

interface ActionProps extends Props {
  /** Toast shown on success. A failure is shown as one, too. */
  done: string;
  run(): Promise<unknown>;
}

export function ActionButton({ done, run, ...button }: ActionProps) {
  const toast = useToast();
  const action = useMutation({
    mutationFn: run,
    onSuccess: () => toast(done),
    onError: (error) => toast(problemOf(error).title),
  });
  return <Button {...button} busy={action.isPending} onClick={() => action.mutate()} />;
}

interface CopyProps {
  text: string;
  label: string;
  done: string;
  variant?: ButtonVariant;
}

export function CopyButton({ text, label, done, variant = "secondary" }: CopyProps) {
  const toast = useToast();
  const copy = () => navigator.clipboard.writeText(text).then(() => toast(done));
  return (
    <Button variant={variant} onClick={copy}>
      <Copy className="size-4" aria-hidden="true" />
      {label}
    </Button>
  );
}

interface SecretProps {
  /** "API key", "signing secret". */
  name: string;
  secret: string;
  onClose(): void;
  children?: ReactNode;
}

export function NewSecret({ name, secret, onClose, children }: SecretProps) {
  return (
    <div role="status" className="mb-6 rounded-2xl border border-accent/40 bg-paper p-5">
      <p className="font-medium">Store this {name} now. You can’t see it again.</p>
      <p className="mt-3 flex flex-wrap items-center gap-3">
        <code className="min-w-0 rounded-lg bg-soft px-3 py-2 select-all">{secret}</code>
        <CopyButton text={secret} label="Copy" done="Copied" />
        <Button variant="plain" onClick={onClose}>
          I’ve stored it
        </Button>
      </p>
      {children}
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  legend: string;
  options: readonly { value: Value; text: string }[];
  value: Value;
  onChoose(value: NoInfer<Value>): void;
}

/** Lets the reader switch between a few options shown side by side. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { legend, options, value, onChoose } = props;
  return (
    <fieldset className="flex flex-wrap rounded-lg bg-soft p-0.5">
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          className="rounded-md px-3 py-1.5 text-sm font-medium text-quiet aria-pressed:bg-paper aria-pressed:text-ink aria-pressed:shadow-sheet"
          onClick={() => onChoose(option.value)}
        >
          {option.text}
        </button>
      ))}
    </fieldset>
  );
}
