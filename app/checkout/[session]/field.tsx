import type {
  InputHTMLAttributes,
  ReactNode,
  SelectHTMLAttributes,
  TextareaHTMLAttributes,
} from "react";
import type { CheckoutData, Form } from "./checkout-data";
import { WarningIcon } from "./icons";

interface FieldText {
  /** Also its id. */
  name: string;
  label: string;
  /** Shown in parentheses after the label. */
  aside?: string;
  hint?: string;
  error?: string | undefined;
}

const inputClass =
  "mt-1.5 block min-h-12 w-full rounded-lg border border-edge bg-paper px-3.5 text-base text-ink placeholder:text-quiet aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger";

export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="mt-1.5 flex gap-1.5 text-sm font-medium text-danger">
      <WarningIcon className="mt-px size-4.5" />
      {children}
    </p>
  );
}

function Labeled({
  name,
  label,
  aside,
  hint,
  error,
  children,
}: FieldText & { children: ReactNode }) {
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

function ariaProps({ name, hint, error }: FieldText) {
  const described = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(" ");
  return {
    id: name,
    name,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": described || undefined,
  };
}

export function Field(
  props: FieldText & InputHTMLAttributes<HTMLInputElement> & { "data-reprices"?: "" },
) {
  const { label, aside, hint, error, ...input } = props;
  return (
    <Labeled {...props}>
      <input className={inputClass} {...ariaProps(props)} {...input} />
    </Labeled>
  );
}

export function LongField(props: FieldText & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const { label, aside, hint, error, ...area } = props;
  return (
    <Labeled {...props}>
      <textarea className={`${inputClass} resize-y py-2.5`} {...ariaProps(props)} {...area} />
    </Labeled>
  );
}

export function SelectField(
  props: FieldText & SelectHTMLAttributes<HTMLSelectElement> & { "data-reprices"?: "" },
) {
  const { label, aside, hint, error, ...select } = props;
  return (
    <Labeled {...props}>
      <select className={inputClass} {...ariaProps(props)} {...select} />
    </Labeled>
  );
}

/** Data attributes that the provider's script reads. */
export function scriptData({ language }: CheckoutData, form: Form | undefined) {
  const own = Object.entries(form?.data ?? {});
  return {
    ...Object.fromEntries(own.map(([name, value]) => [`data-${name}`, value])),
    "data-locale": language,
  };
}

export function ProviderForm({ checkout, form }: { checkout: CheckoutData; form: Form }) {
  const { faults, t } = checkout;
  return (
    <fieldset>
      <legend className="text-[0.9375rem] font-medium">{t.form.label}</legend>
      <div
        id="token"
        tabIndex={-1}
        className="mt-1.5 min-h-48"
        data-fill={form.provider}
        data-not-loaded={t.form.notLoaded}
        {...scriptData(checkout, form)}
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
