// The calls of the fake Stripe: paths, parameters and effects.
import type { FakeBooks } from "./books";
import { FakeRefusal, refusal } from "./errors";
import {
  disputeResource,
  type Expanded,
  listOf,
  paymentResource,
  refundResource,
  warningResource,
} from "./resources";

export interface Call {
  method: string;
  path: string;
  form: URLSearchParams;
}

/** Like Stripe, it rejects unknown parameters. */
const parameters = {
  account: [],
  create: [
    ...["amount", "currency", "automatic_payment_methods", "description", "metadata", "expand"],
    ...["payment_method_options", "statement_descriptor_suffix"],
  ],
  confirm: ["confirmation_token", "return_url", "expand"],
  cancel: ["expand"],
  find: ["expand"],
  list: ["created", "limit", "starting_after", "expand"],
  refund: ["payment_intent", "amount", "metadata", "expand"],
  refunds: ["payment_intent", "limit", "starting_after"],
  disputes: ["payment_intent", "limit", "starting_after"],
  warnings: ["payment_intent", "limit", "starting_after"],
  token: ["payment_method"],
  domains: ["domain_name", "limit"],
  endpoints: ["limit", "starting_after"],
} as const;
export type Operation = keyof typeof parameters;

const forms: readonly [string, RegExp, Operation][] = [
  ["GET", /^\/v1\/account$/, "account"],
  ["POST", /^\/v1\/payment_intents$/, "create"],
  ["GET", /^\/v1\/payment_intents$/, "list"],
  ["GET", /^\/v1\/payment_intents\/(\w+)$/, "find"],
  ["POST", /^\/v1\/payment_intents\/(\w+)\/confirm$/, "confirm"],
  ["POST", /^\/v1\/payment_intents\/(\w+)\/cancel$/, "cancel"],
  ["POST", /^\/v1\/test_helpers\/confirmation_tokens$/, "token"],
  ["POST", /^\/v1\/refunds$/, "refund"],
  ["GET", /^\/v1\/refunds$/, "refunds"],
  ["GET", /^\/v1\/disputes$/, "disputes"],
  ["GET", /^\/v1\/radar\/early_fraud_warnings$/, "warnings"],
  ["GET", /^\/v1\/payment_method_domains$/, "domains"],
  ["GET", /^\/v1\/webhook_endpoints$/, "endpoints"],
];

function formOf({ method, path }: Call) {
  return forms.find(([filter, form]) => filter === method && form.test(path));
}

export function operationOf(call: Call): Operation | null {
  return formOf(call)?.[2] ?? null;
}

const expandable = [
  ...["review", "latest_charge", "latest_charge.refunds", "latest_charge.balance_transaction"],
];

/** The fields to expand, without the `data.` of lists. */
function expandedIn(form: URLSearchParams): Expanded {
  const fields = [...form]
    .filter(([name]) => name.startsWith("expand["))
    .map(([, value]) => value.replace(/^data\./, ""));
  const wrong = fields.find((field) => !expandable.includes(field));
  if (wrong) throw refusal("", `This property cannot be expanded (${wrong}).`, "expand");
  return new Set(fields);
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
  const part = amount === null ? null : Number(amount);
  return books.refund(required(form, "payment_intent"), part, metadataOf(form));
}

/** A suffix that fits into 22 characters with the account's prefix "TILL* ", with a letter and without what card networks forbid. */
function descriptorIn(form: URLSearchParams): string | null {
  const param = "statement_descriptor_suffix";
  const suffix = form.get(param);
  const isValid = suffix === null || (/^[ -~]{1,16}$/.test(suffix) && /[a-z]/i.test(suffix));
  if (isValid && !/[<>\\'"*]/.test(suffix ?? "")) return suffix;
  throw refusal("parameter_invalid", "The statement descriptor suffix is invalid.", param);
}

function create(books: FakeBooks, form: URLSearchParams) {
  const currency = required(form, "currency");
  if (form.get("automatic_payment_methods[enabled]") !== "true") {
    throw refusal("parameter_missing", "The fake knows automatic payment methods only.");
  }
  const amount = Number(required(form, "amount"));
  const description = form.get("description");
  const descriptorSuffix = descriptorIn(form);
  return books.create(amount, {
    currency,
    description,
    descriptorSuffix,
    metadata: metadataOf(form),
  });
}

/** A page of what is newest first, after a given item. */
function page<T extends { id: string }>(form: URLSearchParams, url: string, newest: readonly T[]) {
  const limit = Number(form.get("limit") ?? 10);
  if (!(limit >= 1 && limit <= 100)) throw refusal("parameter_invalid_integer", "", "limit");
  const after = form.get("starting_after");
  const from = after === null ? 0 : newest.findIndex(({ id }) => id === after) + 1;
  if (after !== null && from === 0)
    throw refusal("resource_missing", `No such object: '${after}'`, "starting_after");
  const rest = newest.slice(from);
  return listOf(url, rest.slice(0, limit), rest.length > limit);
}

function list(books: FakeBooks, form: URLSearchParams, expanded: Expanded) {
  const sinceSeconds = Number(form.get("created[gte]") ?? 0);
  const newest = books.payments.toReversed().filter(({ created }) => created >= sinceSeconds);
  const payments = page(form, "/v1/payment_intents", newest);
  return {
    ...payments,
    data: payments.data.map((it) => paymentResource(books.book(it, "later"), expanded)),
  };
}

/** Objects of one payment, newest first. */
function listOfPayment(books: FakeBooks, form: URLSearchParams, operation: Operation) {
  const payment = books.find(required(form, "payment_intent"));
  if (operation === "refunds") books.endRefunds(payment);
  const each = {
    refunds: () => payment.charges.flatMap(({ refunds }) => refunds.map(refundResource)),
    disputes: () =>
      payment.charges.flatMap((it) => it.disputes.map((one) => disputeResource(one, payment, it))),
    warnings: () =>
      payment.charges.flatMap((it) => it.warnings.map((one) => warningResource(one, payment, it))),
  };
  const items = each[operation as keyof typeof each]();
  return page<{ id: string }>(form, `/v1/${operation}`, items.toReversed());
}

function verifyParameters(books: FakeBooks, operation: Operation, form: URLSearchParams): void {
  const known: readonly string[] = parameters[operation];
  const unknown = [...form.keys()].find((name) => !known.includes(name.split("[")[0] ?? ""));
  if (unknown)
    throw refusal("parameter_unknown", `Received unknown parameter: ${unknown}`, unknown);
  const { refusedParameter: refused } = books;
  if (refused !== null && form.has(refused)) throw refusal("parameter_invalid", "", refused);
}

/** Performs a call and returns the body. @throws FakeRefusal */
export function performCall(books: FakeBooks, call: Call): unknown {
  const { path, form } = call;
  const [, pattern, operation] = formOf(call) ?? [];
  if (!pattern || !operation) {
    const message = `Unrecognized request URL (${call.method}: ${path}).`;
    throw new FakeRefusal(404, { type: "invalid_request_error", message });
  }
  verifyParameters(books, operation, form);
  const [, id = ""] = pattern.exec(path) ?? [];
  const expanded = expandedIn(form);
  switch (operation) {
    case "account":
      return books.account;
    case "create":
      return paymentResource(create(books, form), expanded);
    case "find":
      return paymentResource(books.book(books.find(id), "later"), expanded);
    case "confirm": {
      // Some automatic methods leave the page and need a way back.
      const returnUrl = required(form, "return_url");
      const token = required(form, "confirmation_token");
      const confirmed = books.confirm(id, token, returnUrl);
      return paymentResource(books.book(confirmed, "at_once"), expanded);
    }
    case "cancel":
      return paymentResource(books.cancel(id), expanded);
    case "token":
      return books.tokenOf(required(form, "payment_method"));
    case "refund":
      return refund(books, form);
    case "list":
      return list(books, form, expanded);
    case "domains":
      return listOf(
        "",
        books.domains.filter((it) => it.domain_name === form.get("domain_name")),
      );
    case "endpoints":
      return listOf("", books.endpoints);
    default:
      return listOfPayment(books, form, operation);
  }
}
