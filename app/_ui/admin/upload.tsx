"use client";
// Files that operators send to be imported or compared.
import { inputClass } from "./form";
import { fetchJson, problemOf } from "./problem";

/** Limit of all files together, as the server has it. */
export const MAX_MB = 64;

export const fileClass = `${inputClass} file:mr-3 file:rounded-md file:border-0 file:bg-soft file:px-2.5 file:py-1 file:text-ink`;

/** Sends the files. Returns the id of the work on them. @throws Error with a message to show */
export async function sendFiles(address: string, body: FormData): Promise<string> {
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
