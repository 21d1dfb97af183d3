import { WebhookVerificationError } from "./errors.js";
import type { WebhookEvent } from "./generated/schemas.js";

type HeaderValues = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface SignedRequest {
  /** The raw body: parsing and serializing it again may change it. */
  body: string | Uint8Array;
  /** Of a web `Request`, or `request.headers` of Node. */
  headers: Headers | HeaderValues;
  /** `whsec_…` of the webhook endpoint or, for callback URLs, of the account. */
  secret: string | readonly string[];
  /** Most seconds that sending may be in the past or the future. Default: 300. */
  toleranceSeconds?: number;
  /** Default: the current time. */
  now?: Date;
}

const TOLERANCE_SECONDS = 300;

function headerOf(headers: SignedRequest["headers"], name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? "";
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1] ?? "";
  return typeof value === "string" ? value : value.join(" ");
}

/** Null if the text is not base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

async function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ""));
  if (!bytes || bytes.length === 0) throw new TypeError("secret is not a webhook secret");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [
    "verify",
  ]);
}

function signedBytes(id: string, sentAt: string, body: string | Uint8Array) {
  const start = new TextEncoder().encode(`${id}.${sentAt}.`);
  const rest = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const bytes = new Uint8Array(start.length + rest.length);
  bytes.set(start);
  bytes.set(rest, start.length);
  return bytes;
}

/** Compares in constant time, as Web Crypto does. */
async function isSigned(bytes: Uint8Array<ArrayBuffer>, signatures: string, secrets: string[]) {
  const given = signatures
    .split(" ")
    .flatMap((text) => (text.startsWith("v1,") ? [bytesOf(text.slice(3))] : []));
  for (const secret of secrets) {
    const key = await keyOf(secret);
    for (const signature of given) {
      if (signature && (await crypto.subtle.verify("HMAC", key, signature, bytes))) return true;
    }
  }
  return false;
}

/**
 * Returns the event of a request that Carbon Till has signed. The same event may arrive more than
 * once: store its `id`.
 * @throws WebhookVerificationError if the signature is wrong or too old
 */
export async function verifyWebhook(request: SignedRequest): Promise<WebhookEvent> {
  const { body, headers, secret, toleranceSeconds = TOLERANCE_SECONDS } = request;
  const id = headerOf(headers, "webhook-id");
  const sentAt = headerOf(headers, "webhook-timestamp");
  const signatures = headerOf(headers, "webhook-signature");
  if (!id || !/^\d+$/.test(sentAt) || !signatures) {
    throw new WebhookVerificationError("the signature headers are missing");
  }
  const now = (request.now ?? new Date()).getTime() / 1000;
  if (Math.abs(now - Number(sentAt)) > toleranceSeconds) {
    throw new WebhookVerificationError("the timestamp is too far from the current time");
  }
  const secrets = typeof secret === "string" ? [secret] : [...secret];
  if (!(await isSigned(signedBytes(id, sentAt, body), signatures, secrets))) {
    throw new WebhookVerificationError("no signature matches");
  }
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  return JSON.parse(text) as WebhookEvent;
}
