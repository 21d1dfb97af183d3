"use client";
import { zodResolver } from "@hookform/resolvers/zod";
import { type SyntheticEvent, useEffect, useRef, useState } from "react";
import { type FieldValues, useForm } from "react-hook-form";
import type { core, z } from "zod";
import { issueMessage } from "#core/issue-message";
import type { ApiForm } from "./form";
import { useLeaveGuard } from "./leave-guard";
import { type Opened, useOpened } from "./opened";
import { problemOf } from "./problem";
// Forms validated by the API's schemas; the server adds what only it can check.
import { useToast } from "./toasts";

/** Names every field that is rendered: one that is left out would count as changed. */
type Initial<Input> = {
  [Name in keyof Input]?: Input[Name] extends readonly unknown[]
    ? Input[Name]
    : Initial<Input[Name]>;
};

export interface FormOptions<Input, Output> {
  /** Loads the schema, which is first needed once someone types. */
  schema: () => Promise<z.ZodType<Output, Input>>;
  initial: Initial<Input>;
  /** Values that an update has read, named as in the API. */
  opened?: object | undefined;
  done?: string | undefined;
  /**
   * Sends the values, and for an update what it has read. Errors it throws are shown at their fields,
   * or above the button.
   */
  send(values: Output, opened: Opened): Promise<unknown>;
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

/** The values with null for empty texts, as fields return them. */
const withoutEmpty = (values: object): FieldValues =>
  JSON.parse(JSON.stringify(values, (_name, value) => (value === "" ? null : value)));

/** Those of the server's errors that have a field. */
function knownErrors(error: unknown, values: FieldValues): [field: string, message: string][] {
  const entries = Object.entries(problemOf(error).errors);
  const fieldErrors = entries.filter(([field]) => (field.split(".")[0] ?? "") in values);
  return fieldErrors.map(([field, messages]) => [field, messages.join(", ")]);
}

export function useApiForm<Input, Output>({
  schema,
  initial,
  opened,
  done,
  send,
}: FormOptions<Input, Output>): ApiForm {
  const toast = useToast();
  const [failure, setFailure] = useState<unknown>(null);
  const defaultValues = withoutEmpty(initial);
  const form = useForm({
    defaultValues,
    resolver: async (...args) => {
      // The form does not know its fields' types.
      const loaded = (await schema()) as z.ZodType<FieldValues, FieldValues>;
      return zodResolver(loaded, { error: fieldMessage })(...args);
    },
  });
  const read = useOpened({ form, opened, initial: defaultValues });
  const { clearErrors } = form;
  // Renders once more: by now the form has read what was typed before hydration.
  useEffect(() => clearErrors(), [clearErrors]);
  const { isDirty, isSubmitting } = form.formState;
  useLeaveGuard(isDirty && !isSubmitting);
  const fail = (error: unknown) => {
    const errors = knownErrors(error, form.getValues());
    if (read.rebase(error) || errors.length === 0) setFailure(error);
    // The first is focused last.
    for (const [field, message] of errors.toReversed()) {
      form.setError(field, { message }, { shouldFocus: true });
    }
  };
  // The form's own state is that of the last render, and keys are faster on a busy machine.
  const isSending = useRef(false);
  const submit = async (event?: SyntheticEvent) => {
    event?.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    setFailure(null);
    let isSaved = false;
    const trySend = async (output: FieldValues) => {
      const sent = JSON.stringify(form.getValues());
      await send(output as Output, read.current());
      if (done) toast(done);
      read.saved(output);
      isSaved = JSON.stringify(form.getValues()) === sent;
    };
    await form
      .handleSubmit((output) => trySend(output).catch(fail))(event)
      .catch(fail);
    isSending.current = false;
    // Later changes are compared with what was saved, unless someone typed while it was sent.
    if (isSaved) form.reset(form.getValues(), { keepValues: true });
  };
  const prepare = () => void schema().catch(() => undefined);
  return { ...form, submit, prepare, failure };
}
