"use client";
// Forms validated by the API's schemas; the server adds what only it can check.
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type Path,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import type { core, z } from "zod";
import { issueMessage } from "#core/issue-message";
import type { ApiForm } from "./form";
import { useLeaveGuard } from "./leave-guard";
import { problemOf } from "./problem";

type Schema<Input, Output> = z.ZodType<Output, Input>;

export interface FormOptions<Input extends FieldValues, Output> {
  /** Its loader in forms of a screen itself: the schema is first needed once someone types. */
  schema: Schema<Input, Output> | (() => Promise<Schema<Input, Output>>);
  initial: DefaultValues<Input>;
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

/** The schema with messages for people in place of zod's. */
function withMessages<Input, Output>(load: () => Promise<Schema<Input, Output>>) {
  return {
    "~standard": {
      version: 1 as const,
      vendor: "zod",
      async validate(value: unknown) {
        const schema = await load();
        const parsed = await schema.safeParseAsync(value, { error: fieldMessage });
        return parsed.success ? { value: parsed.data } : { issues: parsed.error.issues };
      },
    },
  };
}

/** A form whose fields have the names they have in the API. */
export function useApiForm<Input extends FieldValues, Output>({
  schema,
  initial,
  send,
}: FormOptions<Input, Output>): ApiForm<Input> {
  const [failure, setFailure] = useState<unknown>(null);
  const load = async () => (typeof schema === "function" ? schema() : schema);
  const form = useForm<Input, unknown, Output>({
    resolver: standardSchemaResolver<Input, unknown, Output>(withMessages(load)),
    defaultValues: initial,
  });
  const { isDirty, isSubmitting } = form.formState;
  useLeaveGuard(isDirty && !isSubmitting);
  const sendChecked = form.handleSubmit(async (values) => {
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
  const isPending = useRef(false);
  const submit = async (event?: React.BaseSyntheticEvent) => {
    event?.preventDefault();
    // The button shows that the form is busy only once the schema is there.
    if (isPending.current) return;
    isPending.current = true;
    setFailure(null);
    try {
      await load();
      await sendChecked(event);
    } catch (error) {
      setFailure(error);
    } finally {
      isPending.current = false;
    }
  };
  const prepare = () => void load().catch(() => undefined);
  return {
    form: form as unknown as UseFormReturn<Input>,
    submit,
    prepare,
    failure,
    Provider: FormProvider,
  };
}
