// The calls of the fake Stripe: paths, parameters and effects.
import { type FakeBooks, FakeRefusal, paymentResource, refusal } from "./fake-stripe-books";

export interface Call {
  method: string;
  path: string;
  form: URLSearchParams;
}

/** Like Stripe, it rejects unknown parameters. */
const parameters = {
  account: [],
  create: ["amount", "currency", "automatic_payment_methods", "description", "metadata", "expand"],
  confirm: ["confirmation_token", "return_url", "expand"],
  cancel: ["expand"],
  find: ["expand"],
  list: ["created", "limit", "starting_after", "expand"],
  refund: ["payment_intent", "amount", "metadata", "expand"],
} as const;
export type Operation = keyof typeof parameters;

const forms: readonly [string, RegExp, Operation][] = [
  ["GET", /^\/v1\/account$/, "account"],
  ["POST", /^\/v1\/payment_intents$/, "create"],
  ["GET", /^\/v1\/payment_intents$/, "list"],
  ["GET", /^\/v1\/payment_intents\/(\w+)$/, "find"],
  ["POST", /^\/v1\/payment_intents\/(\w+)\/confirm$/, "confirm"],
  ["POST", /^\/v1\/payment_intents\/(\w+)\/cancel$/, "cancel"],
  ["POST", /^\/v1\/refunds$/, "refund"],
];

function formOf({ method, path }: Call) {
  return forms.find(([filter, form]) => filter === method && form.test(path));
}

export function operationOf(call: Call): Operation | null {
  return formOf(call)?.[2] ?? null;
}

function isExpanded(form: URLSearchParams, field: string): boolean {
  const used = [...form].filter(([name]) => name.startsWith("expand["));
  return used.some(([, value]) => value === field || value === `${field}.refunds`);
}

function required(form: URLSearchParams, name: string): string {
  const value = form.get(name);
  if (!value) throw refusal("parameter_missing", `Missing required param: ${name}.`, name);
  return value;
}

function metadataOf(form: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const [, field] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
      return field ? [[field, value]] : [];
    }),
  );
}

function refund(books: FakeBooks, form: URLSearchParams) {
  const amount = form.get("amount");
  const cents = amount === null ? undefined : Number(amount);
  return books.refund(required(form, "payment_intent"), cents, metadataOf(form));
}

function create(books: FakeBooks, form: URLSearchParams) {
  if (required(form, "currency") !== "usd") throw refusal("parameter_invalid", "", "currency");
  if (form.get("automatic_payment_methods[enabled]") !== "true") {
    throw refusal("parameter_missing", "The fake knows automatic payment methods only.");
  }
  const amount = Number(required(form, "amount"));
  return books.create(amount, {
    description: form.get("description"),
    metadata: metadataOf(form),
  });
}

/** Newest first, after a given payment. */
function list(books: FakeBooks, form: URLSearchParams) {
  const sinceSeconds = Number(form.get("created[gte]") ?? 0);
  const limit = Number(form.get("limit") ?? 10);
  if (!(limit >= 1 && limit <= 100)) throw refusal("parameter_invalid_integer", "", "limit");
  const after = form.get("starting_after");
  const newest = books.payments.toReversed();
  const from = after === null ? 0 : newest.indexOf(books.find(after)) + 1;
  const rest = newest.slice(from).filter(({ created }) => created >= sinceSeconds);
  const isFull = isExpanded(form, "data.latest_charge");
  return {
    object: "list",
    url: "/v1/payment_intents",
    has_more: rest.length > limit,
    data: rest.slice(0, limit).map((it) => paymentResource(it, isFull)),
  };
}

/** Performs a call and returns the body. @throws FakeRefusal */
export function performCall(books: FakeBooks, call: Call): unknown {
  const { path, form } = call;
  const [, pattern, operation] = formOf(call) ?? [];
  if (!pattern || !operation) {
    const message = `Unrecognized request URL (${call.method}: ${path}).`;
    throw new FakeRefusal(404, { type: "invalid_request_error", message });
  }
  const known: readonly string[] = parameters[operation];
  const unknown = [...form.keys()].find((name) => !known.includes(name.split("[")[0] ?? ""));
  if (unknown)
    throw refusal("parameter_unknown", `Received unknown parameter: ${unknown}`, unknown);
  const [, id = ""] = pattern.exec(path) ?? [];
  const isFull = isExpanded(form, "latest_charge");
  switch (operation) {
    case "account":
      return books.account;
    case "create":
      return paymentResource(create(books, form), isFull);
    case "find":
      return paymentResource(books.find(id), isFull);
    case "confirm": {
      // Some automatic methods leave the page and need a way back.
      required(form, "return_url");
      return paymentResource(books.confirm(id, required(form, "confirmation_token")), isFull);
    }
    case "cancel":
      return paymentResource(books.cancel(id), isFull);
    case "refund":
      return refund(books, form);
    case "list":
      return list(books, form);
  }
}
