import { createHash } from "node:crypto";

/** Identifies a checkout session without opening its page. */
export function referenceHash(reference: string): string {
  return createHash("sha256").update(reference).digest("hex").slice(0, 32);
}

export function isReferenceOf(stored: string, reference: string): boolean {
  return stored === reference || stored === referenceHash(reference);
}
