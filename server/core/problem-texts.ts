// What each problem means and how to solve it, as its page, the guide and the OpenAPI document say.
import type { FieldCode, FieldErrors, ProblemCode } from "./errors";

export interface ProblemText {
  meaning: string;
  /** What to do about it, a step each. */
  solution: string[];
  /** Whether sending the request again can succeed. */
  retry: string;
  /** What an example of it tells besides its type, status and default title. */
  example: {
    title?: string;
    detail?: string;
    errors?: FieldErrors;
    errorCodes?: Record<string, FieldCode>;
    availableKg?: number;
  };
}

const later =
  "Yes, after a pause that doubles each time. With the same `Idempotency-Key` it is safe.";
const unchanged = "No: the same request fails again. Change it first.";

export const problemDescriptions: Record<ProblemCode, ProblemText> = {
  "invalid-parameters": {
    meaning: "A field of the body, the query or a header is missing, unknown or not as it must be.",
    solution: [
      "Read `errors`: each key is a field (nested ones joined by dots), each text says what is " +
        "wrong with it. `error_codes` has a code for each, for programs.",
      "Look the field up in the API reference and correct it. Fields that are not in the " +
        "reference are refused.",
    ],
    retry: unchanged,
    example: {
      errors: { amount_kg: ["must be at least 1"] },
      errorCodes: { amount_kg: "too-small" },
    },
  },
  "invalid-subaccount": {
    meaning: "The `X-Subaccount-Id` header names a subaccount that your account does not have.",
    solution: [
      "Compare the id with `GET /v1/subaccounts`. A test key sees test subaccounts only, a live " +
        "key live ones.",
      "Leave the header out, or blank, to act for the account itself.",
    ],
    retry: unchanged,
    example: {},
  },
  "idempotency-key-too-long": {
    meaning: "An idempotency key may have at most 512 characters.",
    solution: ["Use a shorter key, such as a UUID made once for each thing you want to happen."],
    retry: unchanged,
    example: { detail: "An idempotency key may have at most 512 characters." },
  },
  unauthorized: {
    meaning:
      "The request carries no API key, or one that is malformed, unknown, expired or revoked.",
    solution: [
      "Send the header `Authorization: Bearer ct_test_…` (or `ct_live_…`) with the whole key.",
      "If the key was revoked, ask whoever runs your account for a new one: keys are shown only " +
        "once.",
    ],
    retry: "No, not with the same key.",
    example: {},
  },
  forbidden: {
    meaning:
      "The key is good, but it may not do this: it may only read, or a subaccount with orders " +
      "was to be deleted.",
    solution: [
      "Read `title`: it says what is refused.",
      "For a key that may only read, use one with the scope `write`.",
    ],
    retry: "No, not with the same key.",
    example: {
      title: "This key may only read",
      detail: "Use a key with the scope `write`.",
    },
  },
  "not-found": {
    meaning:
      "There is nothing at this path, or no such object in your account. Another account's " +
      "objects are not found either.",
    solution: [
      "Check the path and the id for a missing or changed letter.",
      "Check the key's mode: objects made with a test key are not found with a live one, and " +
        "the other way round.",
    ],
    retry: unchanged,
    example: { title: "Could not find order" },
  },
  "method-not-allowed": {
    meaning: "The path exists, but not with this method.",
    solution: ["The `Allow` header of the answer lists the methods that the path has."],
    retry: unchanged,
    example: {},
  },
  conflict: {
    meaning:
      "The object's present state does not allow this: an order that is no longer `placed` can't " +
      "be cancelled, a checkout session that is not `open` can't be expired.",
    solution: [
      "Read `title`: it names the state.",
      "Read the object again. If it is already as you want it, there is nothing left to do.",
    ],
    retry: "No, unless the object's state changes.",
    example: { title: "Cannot cancel a fulfilled order" },
  },
  "idempotency-concurrent-requests": {
    meaning: "A request with the same `Idempotency-Key` is being worked on at this moment.",
    solution: [
      "Wait for the first request's answer, or send this one again in a second: it then gets " +
        "the first one's answer.",
      "If the two are different requests, give each a key of its own.",
    ],
    retry: "Yes, after a second or so, with the same key.",
    example: {},
  },
  "insufficient-stock": {
    meaning:
      "There are not enough unsold credits of this portfolio for the amount, counting what older " +
      "orders and payments under way still need.",
    solution: [
      "Offer your customer a smaller amount: `available_kg` says how much can be bought now.",
      "Choose another portfolio, or try again later: stock arrives when the operator imports it.",
    ],
    retry: "Yes, once there is more stock.",
    example: {
      detail: "Only 12 kg of portfolio pf_balanced can be sold now, not 25 kg.",
      availableKg: 12,
    },
  },
  gone: {
    meaning: "What was here was withdrawn, such as the certificate of an order that was cancelled.",
    solution: ["Read the order through the API: its state tells what became of it."],
    retry: "No: it does not come back.",
    example: {},
  },
  "payload-too-large": {
    meaning: "The body has more bytes than this operation takes: 1 MiB, or 5 MiB for a logo.",
    solution: ["Send less: shorten texts, or save the picture smaller."],
    retry: unchanged,
    example: { detail: "The body may have at most 1048576 bytes." },
  },
  "unsupported-media-type": {
    meaning: "The body's `Content-Type` is missing, or none that this operation takes.",
    solution: [
      "Send JSON with the header `Content-Type: application/json`.",
      "Send a logo with its own type, one of those that `detail` lists.",
    ],
    retry: unchanged,
    example: { detail: "Send the body as JSON, with the header Content-Type: application/json." },
  },
  "idempotency-changed-payload": {
    meaning:
      "The `Idempotency-Key` was used before, for a request with another body, path or subaccount.",
    solution: [
      "Give each new request a new key.",
      "To repeat a request, send it exactly as the first time.",
    ],
    retry: unchanged,
    example: {},
  },
  "proof-required": {
    meaning: "In the dashboard: your last proof of identity is too old for this action.",
    solution: ["Confirm with your password, a passkey or a code, then repeat the action."],
    retry: "Yes, after the confirmation. Nothing was done.",
    example: {},
  },
  "second-factor-required": {
    meaning: "In the dashboard: an operator who has no second factor yet.",
    solution: ['Add a passkey or an authenticator under "Your login".'],
    retry: "Yes, after adding one. Nothing was done.",
    example: {},
  },
  "rate-limited": {
    meaning:
      "The key, or where none is needed the address, made more requests in this second than it may.",
    solution: [
      "Wait as many seconds as `Retry-After` says, then send the request again.",
      "Spread requests out. The `RateLimit` header of every answer tells how many are left.",
    ],
    retry: "Yes, after the seconds that `Retry-After` names. Nothing was done.",
    example: { detail: "This key may make 100 read requests a second." },
  },
  internal: {
    meaning: "Something failed on our side. It was logged; nothing of the request was kept.",
    solution: [
      "Send the request again, with the same `Idempotency-Key` if it changes something.",
      "If it lasts, report the `instance` of the answer: it names the request in the server's log.",
    ],
    retry: later,
    example: {},
  },
  unavailable: {
    meaning:
      "The server cannot reach something that it needs, such as its database, or is about to stop.",
    solution: [
      "Wait as many seconds as `Retry-After` says, then send the request again, with the same " +
        "`Idempotency-Key`.",
    ],
    retry: later,
    example: {
      detail:
        "Something that this needs cannot be reached. Try again, with the same idempotency key.",
    },
  },
};
