// Meaning and solution of each problem, for its page, the guide and the OpenAPI document.
import type { FieldCode, FieldErrors, ProblemCode } from "./errors";

export interface ProblemText {
  meaning: string;
  /** One step each. */
  solution: string[];
  /** Says if sending the request again can succeed. */
  retry: string;
  /** Parts of the example other than type, status and default title. */
  example: {
    title?: string;
    detail?: string;
    errors?: FieldErrors;
    errorCodes?: Record<string, FieldCode>;
    availableKg?: number;
  };
}

const later = "Yes, with exponential backoff. Send the same `Idempotency-Key`, so it is safe.";
const unchanged = "No. Correct the request first.";

export const problemDescriptions: Record<ProblemCode, ProblemText> = {
  "invalid-parameters": {
    meaning: "A field of the body, the query or a header is missing, unknown or invalid.",
    solution: [
      "Read `errors`: each key is a field (nested fields are joined by dots), each text says " +
        "what is wrong with it. `error_codes` has a code for each field, for programs.",
      "Look up the field in the API reference and correct it. Fields that are not in the " +
        "reference are rejected.",
    ],
    retry: unchanged,
    example: {
      errors: { amount_kg: ["must be at least 1"] },
      errorCodes: { amount_kg: "too-small" },
    },
  },
  "invalid-subaccount": {
    meaning:
      "The `X-Subaccount-Id` header is not the ID of a subaccount of your account, or the subaccount " +
      "is archived and takes no new orders.",
    solution: [
      "Compare the ID with `GET /v1/subaccounts`. A test key sees only test subaccounts, a live " +
        "key only live ones.",
      "To act for the account itself, omit the header or leave it blank.",
      "Restore an archived subaccount: `PUT /v1/subaccounts/{id}` with `archived` false.",
    ],
    retry: unchanged,
    example: {},
  },
  "idempotency-key-too-long": {
    meaning: "An idempotency key can have at most 512 characters.",
    solution: ["Use a shorter key, for example a UUID that you create for each operation."],
    retry: unchanged,
    example: { detail: "An idempotency key can have at most 512 characters." },
  },
  unauthorized: {
    meaning: "The request has no API key, or one that is malformed, unknown, expired or revoked.",
    solution: [
      "Send the header `Authorization: Bearer ct_test_…` (or `ct_live_…`) with the whole key.",
      "If the key was revoked, ask your account's owner for a new one: keys are shown " +
        "only once.",
    ],
    retry: "No, not with the same key.",
    example: {},
  },
  forbidden: {
    meaning:
      "The key is valid, but this is not allowed, as `title` says. For example, a key with the " +
      "scope `read` can't order, and a subaccount with orders can't be deleted.",
    solution: [
      "Read `title`: it says what is not allowed.",
      "If the key has the scope `read`, use one with the scope `write`.",
    ],
    retry: "No, not with the same key.",
    example: {
      title: "This key can only read",
      detail: "Use a key with the scope `write`.",
    },
  },
  "account-suspended": {
    meaning:
      "The operator has suspended the account. Its keys are refused, and its checkout sessions " +
      "can't be paid. Orders and payments under way are finished.",
    solution: ["Ask the operator. Your dashboard names the reason."],
    retry: "No, unless the operator reopens the account.",
    example: {
      detail: "Nothing can be ordered, sold or changed. Orders under way are fulfilled.",
    },
  },
  "not-found": {
    meaning:
      "The path does not exist, or your account has no such object. Objects of other accounts are " +
      "not found either.",
    solution: [
      "Check the path and the ID for typing errors.",
      "Check the key's mode: a live key does not find objects created with a test key, and vice " +
        "versa.",
    ],
    retry: unchanged,
    example: { title: "Could not find order" },
  },
  "method-not-allowed": {
    meaning: "The path exists, but not with this method.",
    solution: ["The `Allow` header of the response lists the methods of the path."],
    retry: unchanged,
    example: {},
  },
  "request-timeout": {
    meaning:
      "The body did not arrive in time: one of up to 64 KiB must arrive within 3 seconds, a larger one " +
      "within 10. Nothing was done.",
    solution: [
      "Send the body together with the head, not in pieces as it is made.",
      "If the network is slow, send less at once.",
    ],
    retry: later,
    example: {
      detail: "A body of up to 64 KiB must arrive within 3 seconds, a larger one within 10.",
    },
  },
  conflict: {
    meaning:
      "The object's state does not allow this, as `title` says. For example, an order that is no " +
      "longer `placed` can't be cancelled.",
    solution: [
      "Read `title`: it names the state.",
      "Read the object again. If it already has the state that you want, you are done.",
    ],
    retry: "No, unless the object's state changes.",
    example: { title: "Cannot cancel a fulfilled order" },
  },
  "idempotency-concurrent-requests": {
    meaning: "A request with the same `Idempotency-Key` is still being processed.",
    solution: [
      "Wait for the first request's response, or send this one again in a second: it then gets " +
        "the first one's response.",
      "If these are different requests, use a different key for each.",
    ],
    retry: "Yes, after about a second, with the same key.",
    example: {},
  },
  "payment-required": {
    meaning:
      "The order's price, with tax, is more than your account's balance and credit limit cover, or a " +
      "live account has no billing terms yet. Nothing was ordered.",
    solution: [
      "If `title` says that there are no terms, ask the operator to set them. Test keys need none.",
      "Get `GET /v1/balance`: `available_usd_cents` is what orders can still cost.",
      "Pay open invoices or make a deposit, or have the operator raise your credit limit.",
    ],
    retry:
      "Yes, once your payment is recorded. The `Idempotency-Key` of a request that was refused can " +
      "be used again.",
    example: { detail: "The order costs $12.00; $4.50 is available." },
  },
  "spending-limit-exceeded": {
    meaning:
      "The API key has a spending limit, and with this order its orders of the calendar month (UTC) " +
      "would cost more. Nothing was ordered.",
    solution: [
      "Read `detail`: it says how much is left this month. Prices count before tax, and cancelled " +
        "orders count too.",
      "Order less, wait for the next month, or have an owner of the account create a key with a " +
        "higher limit.",
    ],
    retry:
      "Yes, from the first day of the next month (UTC). The `Idempotency-Key` of a request that was " +
      "refused can be used again.",
    example: { detail: "The order costs $12.00; $4.50 of $50.00 are left in 2026-11." },
  },
  "insufficient-stock": {
    meaning:
      "The portfolio does not have enough unsold credits for this amount. Credits that earlier " +
      "orders and payments in progress need are not available.",
    solution: [
      "Offer your customer a smaller amount: `available_kg` is the amount available now.",
      "Choose another portfolio, or try again after the operator has added stock.",
    ],
    retry: "Yes, after stock was added.",
    example: {
      detail: "Only 12 kg of portfolio pf_balanced are available now, not 25 kg.",
      availableKg: 12,
    },
  },
  gone: {
    meaning: "The object was withdrawn, for example the certificate of a cancelled order.",
    solution: ["Read the order through the API: its `state` shows whether it was fulfilled."],
    retry: "No. The object does not return.",
    example: {},
  },
  "payload-too-large": {
    meaning: "The body is larger than the limit: 1 MiB, or 5 MiB for a logo.",
    solution: ["Shorten texts, or reduce the size of the image."],
    retry: unchanged,
    example: { detail: "The body can have at most 1048576 bytes." },
  },
  "unsupported-media-type": {
    meaning:
      "The body's `Content-Type` is missing or not supported here, or the body is compressed.",
    solution: [
      "Omit `Content-Encoding`: bodies are sent uncompressed.",
      "Send JSON with the header `Content-Type: application/json`.",
      "Send a logo with its image type, one of those listed in `detail`.",
    ],
    retry: unchanged,
    example: { detail: "Send the body as JSON, with the header Content-Type: application/json." },
  },
  "idempotency-changed-payload": {
    meaning:
      "The `Idempotency-Key` was already used for a request with a different body, path or subaccount.",
    solution: ["Use a new key for each new request.", "To repeat a request, send it unchanged."],
    retry: unchanged,
    example: {},
  },
  "proof-required": {
    meaning: "In the dashboard: this action requires you to have confirmed your identity recently.",
    solution: ["Confirm with your password, a passkey or a code, then repeat the action."],
    retry: "Yes, after the confirmation. Nothing was changed.",
    example: {},
  },
  "second-factor-required": {
    meaning: "In the dashboard: operators need a second factor.",
    solution: ['Add a passkey or an authenticator under "Your login".'],
    retry: "Yes, after adding one. Nothing was changed.",
    example: {},
  },
  "rate-limited": {
    meaning:
      "The key, or the address if no key is needed, has made too many requests in this second.",
    solution: [
      "Wait the seconds given in `Retry-After`, then send the request again.",
      "Spread requests over time. The `RateLimit` header of every response shows how many remain.",
    ],
    retry: "Yes, after the seconds given in `Retry-After`. Nothing was changed.",
    example: { detail: "This key can make 100 read requests per second." },
  },
  internal: {
    meaning: "Something failed on our side. It was logged, and nothing was changed.",
    solution: [
      "Send the request again, with the same `Idempotency-Key` if it changes something.",
      "If it persists, report the `instance` of the response: it identifies the request in the server's log.",
    ],
    retry: later,
    example: {},
  },
  unavailable: {
    meaning:
      "The server is overloaded or shutting down, or cannot reach its database or another service.",
    solution: [
      "Wait the seconds given in `Retry-After`, then send the request again with the same " +
        "`Idempotency-Key`.",
    ],
    retry: later,
    example: {
      detail: "A required service is unavailable. Try again with the same idempotency key.",
    },
  },
};
