// Which fields a value failed on, as every API names them: a path joined by dots.
import type { z } from "zod";
import type { FieldErrors } from "./errors";

function namedErrorsOf(issue: z.core.$ZodIssue, root: string): [field: string, text: string][] {
  const path = issue.path.map(String);
  if (issue.code !== "unrecognized_keys") return [[path.join(".") || root, issue.message]];
  return issue.keys.map((key) => [[...path, key].join("."), "is not a known field"]);
}

/** The fields at fault, each with what is wrong with it; `root` names the value itself. */
export function fieldErrorsOf({ issues }: z.core.$ZodError, root: string): FieldErrors {
  // A caller's field may be called toString or __proto__, which a plain object has already.
  const byField = Map.groupBy(
    issues.flatMap((issue) => namedErrorsOf(issue, root)),
    ([field]) => field,
  );
  const errors = [...byField].map(([field, all]) => [field, all.map(([, text]) => text)]);
  return Object.fromEntries(errors) as FieldErrors;
}
