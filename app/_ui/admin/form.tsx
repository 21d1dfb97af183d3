"use client";
// Forms validated by the API's schemas; the server adds what only it can check.
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type Path,
  type UseFormReturn,
  useForm,
  useFormContext,
} from "react-hook-form";
import type { core, z } from "zod";
import { issueMessage } from "#core/issue-message";
import { Button } from "./button";
import { useIsHydrated } from "./hydration";
import { useLeaveGuard } from "./leave-guard";
import { type Option, Options } from "./options";
import { ProblemNote, problemOf } from "./problem";

export interface FormOptions<Input extends FieldValues, Output> {
  schema: z.ZodType<Output, Input>;
  initial: DefaultValues<Input>;
  /** Sends the values. Errors it throws are shown at their fields, or above the button. */
  send(values: Output): Promise<unknown>;
}

export interface ApiForm<Input extends FieldValues> {
  form: UseFormReturn<Input>;
  submit(event?: React.BaseSyntheticEvent): Promise<void>;
  failure: unknown;
}

/** An empty text field counts as missing. */
function fieldMessage(issue: core.$ZodRawIssue): string | undefined {
  const { code, input, origin, minimum } = issue;
  const isMissing = input === null || input === undefined;
  if (isMissing || (code === "too_small" && origin === "string" && minimum === 1)) {
    return "is required";
  }
  return issueMessage(issue);
}

/** The schema with messages for people in place of zod's. */
function withMessages<Input, Output>(schema: z.ZodType<Output, Input>) {
  return {
    "~standard": {
      version: 1 as const,
      vendor: "zod",
      async validate(value: unknown) {
        const parsed = await schema.safeParseAsync(value, { error: fieldMessage });
        return parsed.success ? { value: parsed.data } : { issues: parsed.error.issues };
      },
    },
  };
}

/** Returns "Name is required." for the message "is required". */
export function errorSentence(label: string, message = "is not valid"): string {
  const subject = label.replace(/ \(.*\)$/, "");
  const text = /^\p{Lu}/u.test(message) ? message : `${subject} ${message}`;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** A form whose fields have the names they have in the API. */
export function useApiForm<Input extends FieldValues, Output>({
  schema,
  initial,
  send,
}: FormOptions<Input, Output>): ApiForm<Input> {
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm<Input, unknown, Output>({
    resolver: standardSchemaResolver<Input, unknown, Output>(withMessages(schema)),
    defaultValues: initial,
  });
  const { isDirty, isSubmitting } = form.formState;
  useLeaveGuard(isDirty && !isSubmitting);
  const submit = form.handleSubmit(async (values) => {
    setFailure(null);
    try {
      await send(values);
      // The values are saved, so they are what later changes are compared with.
      form.reset(form.getValues());
    } catch (error) {
      const known = Object.entries(problemOf(error).errors).filter(
        ([field]) => (field.split(".")[0] ?? "") in form.getValues(),
      );
      for (const [field, messages] of known) {
        const message = messages.join(", ");
        form.setError(field as Path<Input>, { message }, { shouldFocus: true });
      }
      if (known.length === 0) setFailure(error);
    }
  });
  return { form: form as unknown as UseFormReturn<Input>, submit, failure };
}

interface FormProps<Input extends FieldValues> {
  form: ApiForm<Input>;
  /** Label of the submit button. */
  action: string;
  variant?: "primary" | "danger";
  onCancel?: () => void;
  children: ReactNode;
}

export function Form<Input extends FieldValues>(props: FormProps<Input>) {
  const { form, action, variant = "primary", onCancel, children } = props;
  // Until hydration the browser itself would submit the form, with its values in the address.
  const isHydrated = useIsHydrated();
  return (
    <FormProvider {...form.form}>
      <form noValidate className="space-y-5" onSubmit={form.submit}>
        {children}
        {form.failure !== null && <ProblemNote error={form.failure} />}
        <p className="flex flex-wrap justify-end gap-2">
          {onCancel && <Button onClick={onCancel}>Cancel</Button>}
          <Button
            type="submit"
            variant={variant}
            busy={form.form.formState.isSubmitting}
            disabled={!isHydrated}
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

/** Label, error and hint around a control. */
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

/** The frame of a field, and the attributes that tie its control to the form. */
function useField({ name, label, hint }: FieldProps) {
  const id = useId();
  const { register, getFieldState, formState } = useFormContext();
  const { error } = getFieldState(name, formState);
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  const attributes = {
    id,
    ...register(name, { setValueAs: (value: unknown) => (value === "" ? null : value) }),
    "aria-invalid": error ? true : undefined,
    "aria-describedby": describedBy || undefined,
    className: inputClass,
  };
  const frame = { id, label, hint, error: error && errorSentence(label, error.message) };
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

export function SelectField({ options, ...field }: FieldProps & { options: readonly Option[] }) {
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

/** One box, as a boolean. */
export function CheckboxField({ name, label, hint }: FieldProps) {
  const id = useId();
  const { register } = useFormContext();
  return (
    <div>
      <label className="flex items-center gap-2.5 text-[0.9375rem]">
        <input
          type="checkbox"
          {...register(name)}
          aria-describedby={hint ? id : undefined}
          className="size-4"
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

/** Any number of the options, as a list of their values. */
export function CheckboxesField({ name, label, options }: CheckboxesProps) {
  const { register, getFieldState, formState } = useFormContext();
  const { error } = getFieldState(name, formState);
  return (
    <fieldset aria-invalid={error ? true : undefined}>
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {options.map(({ value, text }) => (
          <label key={value} className="flex items-center gap-2.5 text-[0.9375rem]">
            <input type="checkbox" value={value} {...register(name)} className="size-4" />
            {text}
          </label>
        ))}
      </div>
      {error && <p className="mt-1.5 text-sm text-danger">Choose at least one.</p>}
    </fieldset>
  );
}
