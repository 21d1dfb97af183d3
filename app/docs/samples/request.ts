import { type Operation, serverUrl } from "#docs/reference/contents";

/** An operation's example, ready to be written in any language. */
export interface SampleRequest {
  method: string;
  url: string;
  /** False: needs no API key. */
  hasKey: boolean;
  idempotencyKey: string | null;
  /** Null: sends no body. */
  contentType: string | null;
  /** Sent as JSON; undefined: no body, or the file logo.png. */
  json: unknown;
}

/** Values in place of the operation's own examples. */
export interface SampleValues {
  body?: object;
  query?: Readonly<Record<string, string>>;
  idempotencyKey?: string;
}

/** Examples that a reader replaces, by form. `list`: the path that lists such objects. */
const placeholders: { form: RegExp; hint: string; list: string | null }[] = [
  { form: /\bord_\w{26}/, hint: "the ID of one of your orders", list: "/orders" },
  { form: /\brsv_\w{26}/, hint: "the ID of one of your reservations", list: "/reservations" },
  { form: /\binv_\w{26}/, hint: "the ID of one of your invoices", list: "/invoices" },
  { form: /\bplk_\w{26}/, hint: "the ID of one of your payment links", list: "/payment-links" },
  {
    form: /\bcs_\w{26}/,
    hint: "the ID of one of your checkout sessions",
    list: "/checkout/sessions",
  },
  { form: /\bsub_\w{26}/, hint: "the ID of one of your subaccounts", list: "/subaccounts" },
  { form: /\bevt_\w{26}/, hint: "the ID of one of your events", list: "/events" },
  {
    form: /\bwhe_\w{26}/,
    hint: "the ID of one of your webhook endpoints",
    list: "/webhook-endpoints",
  },
  {
    form: /https:\/\/riverside\.example\/logo\.png/,
    hint: "the address of your image",
    list: null,
  },
  { form: /(?<![/\w])logo\.png/, hint: "the path of your image", list: null },
];

function addressOf({ path, parameters }: Operation, given: SampleValues["query"]): string {
  const filled = (path ?? "").replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const parameter = parameters.find((it) => it.in === "path" && it.name === name);
    return encodeURIComponent(String(parameter?.schema.examples?.[0] ?? name));
  });
  // Only one, because some parameters exclude each other.
  const first = parameters.find((it) => it.in === "query" && it.schema.examples);
  const own = first ? { [first.name]: String(first.schema.examples?.[0]) } : {};
  const query = new URLSearchParams(given ?? own);
  return `${serverUrl()}${filled}${query.size > 0 ? `?${query}` : ""}`;
}

/** "createCheckoutSession" → "checkout-session-4711". */
function exampleKey(id: string): string {
  const [, ...parts] = id.split(/(?=[A-Z])/).map((part) => part.toLowerCase());
  return `${parts.join("-")}-4711`;
}

/** True if repeating the request would create another object. */
function createsObject({ parameters, responses }: Operation): boolean {
  const takesKey = parameters.some(({ name }) => name === "Idempotency-Key");
  return takesKey && responses.some(({ status }) => status === "201");
}

export function sampleRequest(operation: Operation, values: SampleValues = {}): SampleRequest {
  const { id, method, scope, body } = operation;
  const [[type, media] = []] = Object.entries(body);
  const isJson = type === "application/json";
  return {
    method,
    url: addressOf(operation, values.query),
    hasKey: scope !== null,
    idempotencyKey: createsObject(operation) ? (values.idempotencyKey ?? exampleKey(id)) : null,
    contentType: type ?? null,
    json: isJson ? (values.body ?? media?.example) : undefined,
  };
}

/** Returns the headers with fixed values. */
export function fixedHeaders({ idempotencyKey, contentType }: SampleRequest): [string, string][] {
  return [
    ...(idempotencyKey === null ? [] : [["Idempotency-Key", idempotencyKey] as [string, string]]),
    ...(contentType === null ? [] : [["Content-Type", contentType] as [string, string]]),
  ];
}

/** True if the body is the file logo.png. */
export function sendsFile({ contentType, json }: SampleRequest): boolean {
  return contentType !== null && json === undefined;
}

export interface Replacement {
  text: string;
  hint: string;
  list: string | null;
}

/** Returns what a reader must replace in the code. */
export function replacementsIn(code: string): Replacement[] {
  return placeholders.flatMap(({ form, ...rest }) => {
    const [text] = form.exec(code) ?? [];
    return text === undefined ? [] : [{ text, ...rest }];
  });
}
