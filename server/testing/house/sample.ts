// What a planted offence is, and short ways to write one.
import { file } from "./good-house";
import type { Source } from "./house";
import type { RuleName } from "./rules";

export interface Sample {
  breaks: RuleName;
  /** Files put into the good house, or in place of its own. */
  files: Source[];
  /** What the rule must complain of. */
  complaint: RegExp;
}

/** A file that holds these statements under a comment. */
export function holding(
  breaks: RuleName,
  path: string,
  statements: string,
  complaint: RegExp,
): Sample {
  return { breaks, files: [file(path, statements)], complaint };
}

/** A file with exactly this text. */
export function saying(breaks: RuleName, path: string, text: string, complaint: RegExp): Sample {
  return { breaks, files: [{ path, text }], complaint };
}

export const inVerb = "server/domain/orders/read-orders.ts";
