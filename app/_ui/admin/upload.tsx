"use client";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { Button } from "./button";
import { FieldFrame, inputClass } from "./form";
import { problemOf } from "./problem";
import { fetchJson } from "./trpc-client";

/** Limit of all files together, as the server has it. */
const MAX_MB = 64;

export const fileClass = `${inputClass} file:mr-3 file:rounded-md file:border-0 file:bg-soft file:px-2.5 file:py-1 file:text-ink`;

/** Sends the files. Returns the id of the work on them. @throws Error with a message to show */
async function sendFiles(address: string, body: FormData): Promise<string> {
  const sizes = body.getAll("files").map((file) => (file instanceof File ? file.size : 0));
  const size = sizes.reduce((sum, bytes) => sum + bytes, 0);
  if (size === 0) throw new Error("Choose a file.");
  if (size > MAX_MB * 1024 * 1024) {
    throw new Error(`The files have more than ${MAX_MB} MB. Split them up.`);
  }
  const response = await fetchJson(address, { method: "POST", body }).catch((error: unknown) => {
    const { title, detail } = problemOf(error);
    throw new Error(`${title}. ${detail}`);
  });
  if (response.ok) return ((await response.json()) as { id: string }).id;
  const problem = (await response.json()) as { title: string; errors?: Record<string, string[]> };
  const errors = Object.entries(problem.errors ?? {}).map(
    ([field, messages]) => `${field} ${messages.join(", ")}.`,
  );
  throw new Error([`${problem.title}.`, ...errors].join(" "));
}

interface FileProps {
  name: string;
  label: string;
  hint: string;
  accept: "csv" | "json";
  isMultiple?: boolean;
}

const accepted = { csv: ".csv,.tsv,.txt,.xlsx,text/csv", json: ".json,application/json" };

function FileField({ name, label, hint, accept, isMultiple = false }: FileProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint}>
      <input
        id={id}
        name={name}
        type="file"
        multiple={isMultiple}
        accept={accepted[accept]}
        aria-describedby={`${id}-hint`}
        className={fileClass}
      />
    </FieldFrame>
  );
}

export function MappingField() {
  return (
    <FileField
      name="mapping"
      label="Holdings mapping (optional)"
      hint="A JSON file that names the columns of your account’s holdings export. Without it, the registry’s usual names are expected."
      accept="json"
    />
  );
}

export function FilesField({
  hint,
  ...rest
}: Pick<FileProps, "accept" | "isMultiple"> & { hint?: string }) {
  const limit = `Up to ${MAX_MB} MB in total.`;
  return (
    <FileField
      name="files"
      label="Files"
      hint={[hint, limit].filter(Boolean).join(" ")}
      {...rest}
    />
  );
}

interface FormProps {
  address: string;
  action: string;
  onSent(id: string): void;
  children: ReactNode;
}

export function UploadForm({ address, action, onSent, children }: FormProps) {
  const send = useMutation({
    mutationFn: (body: FormData) => sendFiles(address, body),
    onSuccess: onSent,
  });
  return (
    <form
      className="grid items-start gap-5 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate(new FormData(event.currentTarget));
      }}
    >
      {children}
      {send.error && (
        <p role="alert" className="text-sm text-danger sm:col-span-2">
          {send.error.message}
        </p>
      )}
      <p className="flex justify-end sm:col-span-2">
        <Button type="submit" variant="primary" busy={send.isPending}>
          {action}
        </Button>
      </p>
    </form>
  );
}
