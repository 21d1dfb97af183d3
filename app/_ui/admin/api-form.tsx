"use client";
// Forms validated by the API's schemas; the server adds what only it can check.
import { type SyntheticEvent, useEffect, useState, useSyncExternalStore } from "react";
import type { core, z } from "zod";
import { issueMessage } from "#core/issue-message";
import type { ApiForm } from "./form";
import { type FormErrors, FormState, type Values } from "./form-state";
import { useLeaveGuard } from "./leave-guard";
import { problemOf } from "./problem";

/** Fields that are left out begin empty. */
type Initial<Input> = {
  [Name in keyof Input]?: Input[Name] extends readonly unknown[]
    ? Input[Name]
    : Initial<Input[Name]>;
};

export interface FormOptions<Input, Output> {
  /** Loads the schema, which is first needed once someone types. */
  schema: () => Promise<z.ZodType<Output, Input>>;
  initial: Initial<Input>;
  /** Sends the values. Errors it throws are shown at their fields, or above the button. */
  send(values: Output): Promise<unknown>;
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

/** The first message of each field. */
function errorsOf(issues: readonly core.$ZodIssue[]): FormErrors {
  const messages = issues.map(({ path, message }) => [path.join("."), message] as const);
  return Object.fromEntries(messages.toReversed());
}

async function read<Output>(schema: z.ZodType<Output>, values: Values) {
  const parsed = await schema.safeParseAsync(values, { error: fieldMessage });
  return parsed.success
    ? { output: parsed.data, errors: {} }
    : { errors: errorsOf(parsed.error.issues) };
}

/** Those of the server's errors that have a field. */
function knownErrors(error: unknown, values: Values): FormErrors {
  const entries = Object.entries(problemOf(error).errors);
  const known = entries.filter(([field]) => (field.split(".")[0] ?? "") in values);
  return Object.fromEntries(known.map(([field, messages]) => [field, messages.join(", ")]));
}

/** A form whose fields have the names they have in the API. */
export function useApiForm<Input, Output>({
  schema,
  initial,
  send,
}: FormOptions<Input, Output>): ApiForm {
  const [failure, setFailure] = useState<unknown>(null);
  const [state] = useState(() => new FormState({ ...initial }));
  const status = useSyncExternalStore(state.subscribe, state.status, state.status);
  useLeaveGuard(status.isDirty && !status.isSubmitting);
  useEffect(() => {
    state.checkWith(async (values) => (await read(await schema(), values)).errors);
  });
  const submit = async (event?: SyntheticEvent) => {
    event?.preventDefault();
    if (state.status().isSubmitting) return;
    state.submitting(true);
    setFailure(null);
    try {
      const loaded = await schema();
      const values = state.values();
      const { output, errors } = await read(loaded, values);
      if (output === undefined) return state.fail(errors);
      await send(output);
      // Later changes are compared with what was saved, unless someone typed while it was sent.
      if (state.values() === values) state.reset(values);
    } catch (error) {
      const errors = knownErrors(error, state.values());
      if (Object.keys(errors).length > 0) state.fail(errors);
      else setFailure(error);
    } finally {
      state.submitting(false);
    }
  };
  const prepare = () => void schema().catch(() => undefined);
  return { state, status, submit, prepare, failure };
}
