"use client";
// Forms: checked by the schemas of the API, and told by the server what it alone can know.
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
import { Button } from "./button";
import { useIsLive } from "./is-live";
import { ProblemNote, problemOf } from "./problem";

interface Options<Input extends FieldValues, Output> {
  schema: z.ZodType<Output, Input>;
  initial: DefaultValues<Input>;
  /** Sends it; what it throws is shown beside the fields, or above the button. */
  send(values: Output): Promise<unknown>;
}

export interface SentForm<Input extends FieldValues> {
  form: UseFormReturn<Input>;
  submit(event?: React.BaseSyntheticEvent): Promise<void>;
  failure: unknown;
}

/** Says in a person's words what zod would say in a program's. */
function wordsFor({ code, input, origin, minimum }: core.$ZodRawIssue): string | undefined {
  if (input === null || input === undefined) return "is required";
  return code === "too_small" && origin === "string" && minimum === 1 ? "is required" : undefined;
}

/** The schema, with its faults told to people. */
function toldInWords<Input, Output>(schema: z.ZodType<Output, Input>) {
  return {
    "~standard": {
      version: 1 as const,
      vendor: "zod",
      async validate(value: unknown) {
        const read = await schema.safeParseAsync(value, { error: wordsFor });
        return read.success ? { value: read.data } : { issues: read.error.issues };
      },
    },
  };
}

/** A form whose fields are named as the API names them. */
export function useSentForm<Input extends FieldValues, Output>({
  schema,
  initial,
  send,
}: Options<Input, Output>): SentForm<Input> {
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm<Input, unknown, Output>({
    resolver: standardSchemaResolver<Input, unknown, Output>(toldInWords(schema)),
    defaultValues: initial,
  });
  const submit = form.handleSubmit(async (values) => {
    setFailure(null);
    try {
      await send(values);
    } catch (error) {
      const known = Object.entries(problemOf(error).errors).filter(
        ([field]) => field in form.getValues(),
      );
      for (const [field, told] of known) {
        form.setError(field as Path<Input>, { message: told.join(", ") }, { shouldFocus: true });
      }
      if (known.length === 0) setFailure(error);
    }
  });
  return { form: form as unknown as UseFormReturn<Input>, submit, failure };
}

interface FormProps<Input extends FieldValues> {
  sent: SentForm<Input>;
  /** On the button. */
  act: string;
  look?: "primary" | "danger";
  onCancel?: () => void;
  children: ReactNode;
}

export function Form<Input extends FieldValues>(props: FormProps<Input>) {
  const { sent, act, look = "primary", onCancel, children } = props;
  // Before this runs, the browser would send the form itself, and put what is in it in the address.
  const isLive = useIsLive();
  return (
    <FormProvider {...sent.form}>
      <form noValidate className="space-y-5" onSubmit={sent.submit}>
        {children}
        {sent.failure !== null && <ProblemNote error={sent.failure} />}
        <p className="flex flex-wrap justify-end gap-2">
          {onCancel && <Button onClick={onCancel}>Cancel</Button>}
          <Button
            type="submit"
            look={look}
            busy={sent.form.formState.isSubmitting}
            disabled={!isLive}
          >
            {act}
          </Button>
        </p>
      </form>
    </FormProvider>
  );
}

interface FieldProps {
  name: string;
  label: string;
  /** What to know before typing. */
  hint?: ReactNode;
  className?: string;
}

const input =
  "w-full rounded-lg border border-edge bg-paper px-3 py-2 text-[0.9375rem] aria-invalid:border-danger";

/** The label, hint and fault of a field, and the attributes that tie its input to them. */
function useField({ name, label, hint, className = "" }: FieldProps) {
  const id = useId();
  const { register, getFieldState, formState } = useFormContext();
  const { error } = getFieldState(name, formState);
  const [hintId, faultId] = [`${id}-hint`, `${id}-fault`];
  const described = [error && faultId, hint && hintId].filter(Boolean).join(" ");
  const attributes = {
    id,
    ...register(name, { setValueAs: (value: unknown) => (value === "" ? null : value) }),
    "aria-invalid": error ? true : undefined,
    "aria-describedby": described || undefined,
  };
  const frame = (control: ReactNode) => (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      {control}
      {error && (
        <p id={faultId} className="mt-1.5 text-sm text-danger">
          {label} {error.message}
        </p>
      )}
      {hint && (
        <p id={hintId} className="mt-1.5 text-sm text-pretty text-quiet">
          {hint}
        </p>
      )}
    </div>
  );
  return { attributes, frame };
}

type Inputs = Pick<
  ComponentProps<"input">,
  "type" | "autoComplete" | "inputMode" | "placeholder" | "autoFocus"
>;

export function TextField({ name, label, hint, className, ...rest }: FieldProps & Inputs) {
  const { attributes, frame } = useField({
    name,
    label,
    ...(hint !== undefined && { hint }),
    ...(className !== undefined && { className }),
  });
  return frame(<input {...rest} {...attributes} className={input} />);
}

export function TextAreaField({ rows = 4, ...field }: FieldProps & { rows?: number }) {
  const { attributes, frame } = useField(field);
  return frame(<textarea {...attributes} rows={rows} className={input} />);
}

export function SelectField({
  options,
  ...field
}: FieldProps & { options: readonly { value: string; text: string }[] }) {
  const { attributes, frame } = useField(field);
  return frame(
    <select {...attributes} className={input}>
      {options.map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>,
  );
}

/** Any number of the options, as a list of their values. */
export function CheckboxesField({
  name,
  label,
  options,
}: FieldProps & { options: readonly { value: string; text: string }[] }) {
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
      {error && <p className="mt-1.5 text-sm text-danger">Choose at least one</p>}
    </fieldset>
  );
}
