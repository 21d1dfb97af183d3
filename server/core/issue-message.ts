// Messages for values that a schema rejects, shared by the REST API and the dashboard's forms.
import type { z } from "zod";

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

const types: Record<string, string> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
  object: "an object",
  record: "an object",
  string: "a string",
};

function sizeMessage(issue: RawIssue): string {
  const { origin } = issue as { origin?: string };
  const unit = origin === "string" ? " characters" : "";
  if (issue.code === "too_small") {
    const verb = unit
      ? "must have at least"
      : issue.inclusive
        ? "must be at least"
        : "must be greater than";
    return `${verb} ${issue.minimum}${unit}`;
  }
  const { maximum } = issue as { maximum?: number };
  return `${unit ? "must have" : "must be"} at most ${maximum}${unit}`;
}

/** Returns a message to follow the field's name: "must be at least 1". */
export function issueMessage(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type": {
      if (issue.input === undefined) return "is required";
      return `must be ${types[String(issue.expected)] ?? issue.expected}`;
    }
    case "too_small":
    case "too_big":
      return sizeMessage(issue);
    case "invalid_value":
      return issue.input === undefined
        ? "is required"
        : `must be one of ${issue.values?.join(", ")}`;
    case "invalid_format":
      return `must be a valid ${issue.format === "regex" ? "value" : issue.format}`;
    default:
      return undefined;
  }
}
