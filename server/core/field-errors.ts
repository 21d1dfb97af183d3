// Which fields a value failed on, as every API names them: a path joined by dots.
import type { z } from "zod";
import type { FieldCode, FieldErrors } from "./errors";

interface FieldFault {
  field: string;
  message: string;
  code: FieldCode;
}

const codesByIssue: Partial<Record<z.core.$ZodIssue["code"], FieldCode>> = {
  invalid_type: "wrong-type",
  invalid_format: "malformed",
  invalid_value: "not-allowed",
};

/** The code of an issue that was reported with its input. */
function codeOf(issue: z.core.$ZodIssue): FieldCode {
  if ("input" in issue && issue.input === undefined) return "required";
  if (issue.code === "custom")
    return (issue.params?.["code"] as FieldCode | undefined) ?? "invalid";
  if (issue.code === "too_small") return issue.origin === "string" ? "too-short" : "too-small";
  if (issue.code === "too_big") return issue.origin === "string" ? "too-long" : "too-large";
  return codesByIssue[issue.code] ?? "invalid";
}

function faultsOf(issue: z.core.$ZodIssue, root: string): FieldFault[] {
  const path = issue.path.map(String);
  if (issue.code !== "unrecognized_keys") {
    return [{ field: path.join(".") || root, message: issue.message, code: codeOf(issue) }];
  }
  const message = "is not a known field";
  return issue.keys.map((key) => ({
    field: [...path, key].join("."),
    message,
    code: "unknown-field",
  }));
}

/**
 * The fields at fault, each with what is wrong with it and the code of the first fault; `root`
 * names the value itself.
 */
export function fieldErrorsOf({ issues }: z.core.$ZodError, root: string) {
  // A caller's field may be called toString or __proto__, which a plain object has already.
  const byField = Map.groupBy(
    issues.flatMap((issue) => faultsOf(issue, root)),
    ({ field }) => field,
  );
  const errors = [...byField].map(([field, all]) => [field, all.map(({ message }) => message)]);
  const errorCodes = [...byField].map(([field, [first]]) => [field, first?.code]);
  return {
    errors: Object.fromEntries(errors) as FieldErrors,
    errorCodes: Object.fromEntries(errorCodes) as Record<string, FieldCode>,
  };
}
