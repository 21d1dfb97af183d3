import { invalid, Problem } from "#core/errors";

export const MAX_KEY_LENGTH = 512;

/** @throws invalid if the header is blank; idempotency-key-too-long */
export function idempotencyKeyOf(request: Request): string | null {
  const key = request.headers.get("idempotency-key");
  if (key === null) return null;
  // Usually an unset shell variable. The caller believes to be protected, so don't ignore it.
  if (key.trim() === "") throw invalid("Idempotency-Key", "must not be blank", "required");
  if (key.length <= MAX_KEY_LENGTH) return key;
  throw new Problem("idempotency-key-too-long", {
    detail: `An idempotency key can have at most ${MAX_KEY_LENGTH} characters.`,
  });
}
