import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from "react";
import { WarningIcon } from "./icons";
import type { Form, Shown } from "./shown";

interface Words {
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

function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="mt-1.5 flex gap-1.5 text-sm font-medium text-danger">
      <WarningIcon className="mt-px size-4.5" />
      {children}
    </p>
  );
}

function Labelled({ name, label, aside, hint, error, children }: Words & { children: ReactNode }) {
  return (
    <div data-part={name} className="min-w-0">
      <label htmlFor={name} className="text-[0.9375rem] font-medium">
        {label}
        {aside && <span className="font-normal text-quiet"> ({aside})</span>}
      </label>
      {children}
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
      {hint && (
        <p id={`${name}-hint`} className="mt-1.5 text-sm text-quiet">
          {hint}
        </p>
      )}
    </div>
  );
}

function toldOf({ name, hint, error }: Words) {
  const described = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(" ");
  return {
    id: name,
    name,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": described || undefined,
  };
}

export function Field(props: Words & InputHTMLAttributes<HTMLInputElement>) {
  const { label, aside, hint, error, ...input } = props;
  return (
    <Labelled {...props}>
      <input className={fieldLook} {...toldOf(props)} {...input} />
    </Labelled>
  );
}

/** For a text of several lines. */
export function LongField(props: Words & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const { label, aside, hint, error, ...area } = props;
  return (
    <Labelled {...props}>
      <textarea className={`${fieldLook} resize-y py-2.5`} {...toldOf(props)} {...area} />
    </Labelled>
  );
}

/** What a provider's script needs to know. */
export function scriptData({ page, language }: Shown, form: Form | undefined) {
  const own = Object.entries(form?.data ?? {});
  return {
    ...Object.fromEntries(own.map(([name, value]) => [`data-${name}`, value])),
    "data-locale": language,
    "data-amount": page.priceCents,
  };
}

export function ProviderForm({ shown, form }: { shown: Shown; form: Form }) {
  const { faults, t } = shown;
  return (
    <fieldset>
      <legend className="text-[0.9375rem] font-medium">{t.form.label}</legend>
      <div
        id="token"
        tabIndex={-1}
        className="mt-1.5 min-h-48"
        data-fill={form.provider}
        data-not-loaded={t.form.notLoaded}
        {...scriptData(shown, form)}
      >
        <p className="text-sm text-quiet">{t.form.loading}</p>
      </div>
      <input type="hidden" name="token" />
      <div data-part="token">
        {faults.includes("token.missing") && (
          <FieldError id="token-error">{t.faults["token.missing"]}</FieldError>
        )}
      </div>
    </fieldset>
  );
}
