"use client";
// The parts of forms. The forms themselves are in api-form.
import { type ComponentProps, type ReactNode, type SyntheticEvent, useId } from "react";
import {
  type FieldValues,
  FormProvider,
  get,
  type UseFormReturn,
  useController,
  useFormContext,
  useWatch,
} from "react-hook-form";
import { Button } from "./button";
import { Combobox } from "./combobox";
import { useIsHydrated } from "./hydration";
import { type Find, type Option, Options } from "./options";
import { ProblemNote } from "./problem";

export interface ApiForm extends UseFormReturn<FieldValues> {
  submit(event?: SyntheticEvent): Promise<void>;
  prepare(): void;
  failure: unknown;
}

/** Returns "Name is required." for the message "is required". */
export function errorSentence(label: string, message = "is not valid"): string {
  const subject = label.replace(/ \(.*\)$/, "");
  const text = /^\p{Lu}/u.test(message) ? message : `${subject} ${message}`;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** The message of a field's error, or else of a field in it. */
export function messageIn(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if ("message" in error && typeof error.message === "string") return error.message;
  return Object.values(error).map(messageIn).find(Boolean);
}

export function useFieldError(name: string): string | undefined {
  return messageIn(get(useFormContext().formState.errors, name));
}

/** The first value of a field, which `register` does not render on the server. */
function useInitial(name: string): unknown {
  return get(useFormContext().formState.defaultValues, name);
}

export function useFormValues<Typed>(): Typed {
  // The form does not know its fields' types.
  return useWatch() as Typed;
}

interface FormProps {
  form: ApiForm;
  action: string;
  variant?: "primary" | "danger";
  onCancel?: () => void;
  /** Address to which the browser itself sends the form, until its script is there. */
  post?: string;
  children: ReactNode;
}

/** Over the padding of the dialog, below which fields would show through. */
const inDialogClass =
  "in-[[role=dialog]]:sticky in-[[role=dialog]]:-bottom-5 in-[[role=dialog]]:-mb-5 in-[[role=dialog]]:bg-paper in-[[role=dialog]]:pt-3 in-[[role=dialog]]:pb-5 sm:in-[[role=dialog]]:-bottom-7 sm:in-[[role=dialog]]:-mb-7 sm:in-[[role=dialog]]:pb-7";

export function Form({ form, action, variant = "primary", onCancel, post, children }: FormProps) {
  // Without an address, the browser would submit the form with its values in this page's address.
  const isHydrated = useIsHydrated();
  return (
    <FormProvider {...form}>
      <form
        noValidate
        {...(post && { method: "post", action: post })}
        className="space-y-5"
        onSubmit={form.submit}
        onFocus={form.prepare}
      >
        {children}
        {form.failure !== null && <ProblemNote error={form.failure} />}
        <p className={`flex flex-wrap justify-end gap-2 ${inDialogClass}`}>
          {onCancel && <Button onClick={onCancel}>Cancel</Button>}
          <Button
            type="submit"
            variant={variant}
            busy={form.formState.isSubmitting}
            disabled={!isHydrated && !post}
          >
            {action}
          </Button>
        </p>
      </form>
    </FormProvider>
  );
}

interface FieldProps {
  name: string;
  label: string;
  hint?: ReactNode;
}

export const inputClass =
  "w-full rounded-lg border border-edge bg-paper px-3 py-2 text-[0.9375rem] aria-invalid:border-danger";

interface FrameProps extends Pick<FieldProps, "label" | "hint"> {
  id: string;
  error?: string | undefined;
  children: ReactNode;
}

export function FieldFrame({ id, label, hint, error, children }: FrameProps) {
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      {children}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-pretty text-quiet">
          {hint}
        </p>
      )}
    </div>
  );
}

/** The frame of a field, and the attributes that tie its control to its labels. */
function useFrame({ name, label, hint }: FieldProps) {
  const id = useId();
  const error = useFieldError(name);
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  const labels = {
    id,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": describedBy || undefined,
    className: inputClass,
  };
  return { labels, frame: { id, label, hint, error: error && errorSentence(label, error) } };
}

const orNull = (text: string) => (text === "" ? null : text);

function useField(field: FieldProps) {
  const { labels, frame } = useFrame(field);
  const { register } = useFormContext();
  const attributes = {
    ...labels,
    ...register(field.name, { setValueAs: orNull }),
    defaultValue: String(useInitial(field.name) ?? ""),
  };
  return { attributes, frame };
}

type Inputs = Pick<
  ComponentProps<"input">,
  "type" | "autoComplete" | "inputMode" | "placeholder" | "autoFocus"
>;

export function TextField({ name, label, hint, ...rest }: FieldProps & Inputs) {
  const { attributes, frame } = useField({ name, label, hint });
  return (
    <FieldFrame {...frame}>
      <input {...rest} {...attributes} />
    </FieldFrame>
  );
}

export function TextAreaField(field: FieldProps) {
  const { attributes, frame } = useField(field);
  return (
    <FieldFrame {...frame}>
      <textarea {...attributes} rows={4} />
    </FieldFrame>
  );
}

interface SelectProps extends FieldProps {
  options: readonly Option[];
  find?: Find | undefined;
}

function SearchedField({ options, find, ...field }: SelectProps & { find: Find }) {
  const { labels, frame } = useFrame(field);
  const { value, onChange, ...control } = useController({ name: field.name }).field;
  return (
    <FieldFrame {...frame}>
      <Combobox
        {...labels}
        {...control}
        aria-label={field.label}
        value={String(value ?? "")}
        options={options}
        find={find}
        onChoose={(chosen) => onChange(orNull(chosen))}
      />
    </FieldFrame>
  );
}

export function SelectField({ find, ...field }: SelectProps) {
  return find ? <SearchedField {...field} find={find} /> : <PlainSelect {...field} />;
}

function PlainSelect({ options, ...field }: Omit<SelectProps, "find">) {
  const { attributes, frame } = useField(field);
  return (
    <FieldFrame {...frame}>
      <select {...attributes}>
        <Options options={options} />
      </select>
    </FieldFrame>
  );
}

/**
 * The place of a select until its options are there, so that nothing below moves when they come. A
 * select keeps its value only if the option exists when it is created.
 */
export function PendingSelect({ label, hint }: Omit<FieldProps, "name">) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint}>
      <select id={id} disabled aria-busy className={inputClass}>
        <option>Loading…</option>
      </select>
    </FieldFrame>
  );
}

export function CheckboxField({ name, label, hint }: FieldProps) {
  const id = useId();
  const { register } = useFormContext();
  return (
    <div>
      <label className="flex items-center gap-2.5 text-[0.9375rem]">
        <input
          type="checkbox"
          {...register(name)}
          defaultChecked={useInitial(name) === true}
          aria-describedby={hint ? id : undefined}
          className="size-4 shrink-0"
        />
        {label}
      </label>
      {hint && (
        <p id={id} className="mt-1 text-sm text-pretty text-quiet">
          {hint}
        </p>
      )}
    </div>
  );
}

interface CheckboxesProps extends FieldProps {
  options: readonly Option[];
}

export function CheckboxesField({ name, label, options }: CheckboxesProps) {
  const { register } = useFormContext();
  const error = useFieldError(name);
  const initial = useInitial(name);
  return (
    <fieldset aria-invalid={error ? true : undefined}>
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {options.map(({ value, text }) => (
          <label key={value} className="flex items-center gap-2.5 text-[0.9375rem]">
            <input
              type="checkbox"
              value={value}
              {...register(name)}
              defaultChecked={Array.isArray(initial) && initial.includes(value)}
              className="size-4 shrink-0"
            />
            {text}
          </label>
        ))}
      </div>
      {error && <p className="mt-1.5 text-sm text-danger">Choose at least one.</p>}
    </fieldset>
  );
}
