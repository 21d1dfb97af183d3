import { type Operation, serverUrl } from "./contents";

/** Placeholders in samples, and the hint for what replaces each. */
const OWN: [form: RegExp, hint: string][] = [
  [/\bord_\w{26}/, "the ID of one of your orders"],
  [/\brsv_\w{26}/, "the ID of one of your reservations"],
  [/\binv_\w{26}/, "the ID of one of your invoices"],
  [/\bplk_\w{26}/, "the ID of one of your payment links"],
  [/\bcs_\w{26}/, "the ID of one of your checkout sessions"],
  [/\bsub_\w{26}/, "the ID of one of your subaccounts"],
  [/\bevt_\w{26}/, "the ID of one of your events"],
  [/\bwhe_\w{26}/, "the ID of one of your webhook endpoints"],
  [/https:\/\/riverside\.example\/logo\.png/, "the address of your image"],
  [/(?<=@)logo\.png/, "the path of your image"],
];

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function addressOf({ path, parameters }: Operation): string {
  const filled = (path ?? "").replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const parameter = parameters.find((it) => it.in === "path" && it.name === name);
    return encodeURIComponent(String(parameter?.schema.examples?.[0] ?? name));
  });
  // Only one, because some parameters exclude each other.
  const first = parameters.find((it) => it.in === "query" && it.schema.examples);
  if (!first) return serverUrl() + filled;
  const query = new URLSearchParams({ [first.name]: String(first.schema.examples?.[0]) });
  return `${serverUrl()}${filled}?${query}`;
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

/** Returns the example as a `curl` command that takes the key from the environment. */
export function curlOf(operation: Operation): string {
  const { id, method, scope, body } = operation;
  const [[type, media] = []] = Object.entries(body);
  const sends =
    media?.example === undefined ? [] : [`-d ${quoted(JSON.stringify(media.example, null, 2))}`];
  const isFile = type !== undefined && type !== "application/json";
  // curl sends a POST with a body and a GET without.
  const isImplied = method === (sends.length > 0 ? "POST" : "GET");
  const lines = [
    `curl ${isImplied ? "" : `-X ${method} `}${quoted(addressOf(operation))}`,
    ...(scope === null ? [] : ['-H "Authorization: Bearer $CARBON_TILL_KEY"']),
    ...(createsObject(operation) ? [`-H "Idempotency-Key: ${exampleKey(id)}"`] : []),
    ...(type === undefined ? [] : [`-H ${quoted(`Content-Type: ${type}`)}`]),
    ...(isFile ? ["--data-binary @logo.png"] : sends),
  ];
  return lines.join(" \\\n  ");
}

export function replacementsIn(command: string): { text: string; hint: string }[] {
  return OWN.flatMap(([form, hint]) => {
    const [text] = form.exec(command) ?? [];
    return text === undefined ? [] : [{ text, hint }];
  });
}
