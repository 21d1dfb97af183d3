// The form of a webhook secret, as Standard Webhooks has it. Pure.

const PREFIX = "whsec_";

/** The secret as people see it. */
export function secretOf(key: Buffer): string {
  return PREFIX + key.toString("base64");
}

/** The bytes that sign. */
export function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), "base64");
}
