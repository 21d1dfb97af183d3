"use client";
// A form of something that others may change too. It sends what it has read, and what changed since
// then is shown instead of overwritten.
import { useEffect, useRef } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { RouterInput } from "#trpc/router";
import { problemOf } from "./problem";

export type Opened = RouterInput["settings"]["update"]["opened"];

interface Options {
  form: UseFormReturn<FieldValues>;
  opened: object | undefined;
  initial: FieldValues;
}

/** The value as the field has it: some fields are texts of numbers or lists. */
function asTyped(value: unknown, initial: unknown): unknown {
  if (typeof initial !== "string" || value === null) return value;
  return Array.isArray(value) ? value.join(", ") : String(value);
}

export function useOpened({ form, opened = {}, initial }: Options) {
  const fields = Object.entries(opened).filter(([name]) => name in initial);
  const read = JSON.stringify(Object.fromEntries(fields));
  const base = useRef<Opened>(JSON.parse(read));
  const lastRead = useRef(read);
  const { isDirty, isSubmitting, dirtyFields } = form.formState;
  // A form that no one has edited shows what was read last.
  useEffect(() => {
    if (read === lastRead.current || isDirty || isSubmitting) return;
    lastRead.current = read;
    base.current = JSON.parse(read);
    form.reset(initial);
  });
  return {
    /** For the update. */
    current: () => base.current,
    /** From now on, what was sent is what was read. */
    saved(sent: FieldValues) {
      const names = Object.keys(base.current).filter((name) => sent[name] !== undefined);
      for (const name of names) base.current = { ...base.current, [name]: sent[name] };
    },
    /** Takes over what others changed, except for fields that were edited here. True if they did. */
    rebase(error: unknown): boolean {
      const { current } = problemOf(error);
      if (!current) return false;
      base.current = { ...base.current, ...(current as Opened) };
      for (const [name, value] of Object.entries(current)) {
        if (!(name in initial) || dirtyFields[name]) continue;
        form.setValue(name, asTyped(value, initial[name]));
      }
      return true;
    },
  };
}
