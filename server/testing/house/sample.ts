import { file } from "./good-house";
import type { Source } from "./house";
import type { RuleName } from "./rules";

export interface Sample {
  breaks: RuleName;
  /** Files added to the good house, or replacing its own. */
  files: Source[];
  /** Must match the only violation. */
  violation: RegExp;
}

/** A file with these statements below a comment. */
export function inFile(
  breaks: RuleName,
  path: string,
  statements: string,
  violation: RegExp,
): Sample {
  return { breaks, files: [file(path, statements)], violation };
}

export function withText(breaks: RuleName, path: string, text: string, violation: RegExp): Sample {
  return { breaks, files: [{ path, text }], violation };
}

export const ordersFile = "server/domain/orders/read-orders.ts";
