// Signs what is sent, as Standard Webhooks has it, so that receivers know it is from here.
import { createHmac } from "node:crypto";
import { keyOf } from "./webhook-secret-rules";

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
