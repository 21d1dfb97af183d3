// A field with its label, its hint, and beside it what is wrong with it.
import type { InputHTMLAttributes } from "react";
import { WarningIcon } from "./icons";

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  /** Also its id. */
  name: string;
  label: string;
  /** Behind the label: that it need not be filled. */
  aside?: string;
  hint?: string;
  error?: string | undefined;
}

const fieldLook =
  "mt-1.5 block min-h-12 w-full rounded-lg border border-edge bg-paper px-3.5 text-base text-ink placeholder:text-quiet aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger";

export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="mt-1.5 flex gap-1.5 text-sm font-medium text-danger">
      <WarningIcon className="mt-px size-4.5" />
      {children}
    </p>
  );
}

export function Field({ name, label, aside, hint, error, ...input }: Props) {
  const described = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(" ");
  return (
    <div data-part={name} className="min-w-0">
      <label htmlFor={name} className="text-[0.9375rem] font-medium">
        {label}
        {aside && <span className="font-normal text-quiet"> ({aside})</span>}
      </label>
      <input
        id={name}
        name={name}
        className={fieldLook}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        {...input}
      />
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
      {hint && (
        <p id={`${name}-hint`} className="mt-1.5 text-sm text-quiet">
          {hint}
        </p>
      )}
    </div>
  );
}
