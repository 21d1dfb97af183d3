// Signs what is sent by Standard Webhooks, so that receivers know where it comes from.
import { createHmac } from "node:crypto";

const PREFIX = "whsec_";

/** The secret as people see it. */
export function secretOf(key: Buffer): string {
  return PREFIX + key.toString("base64");
}

/** The bytes that sign. */
export function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), "base64");
}

interface Unsigned {
  id: string;
  /** Whole seconds of it are part of what is signed. */
  attemptedAt: Date;
  body: string;
  secrets: readonly string[];
}

/** The three headers; one signature for each secret. */
export function signCallback(callback: Unsigned): Record<string, string> {
  const { id, attemptedAt, body, secrets } = callback;
  const timestamp = Math.floor(attemptedAt.getTime() / 1000);
  const signatures = secrets.map((secret) => {
    const signature = createHmac("sha256", keyOf(secret)).update(`${id}.${timestamp}.${body}`);
    return `v1,${signature.digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
}
