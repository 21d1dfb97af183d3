// Writes an operation's example as a command for the shell.
import { type Operation, serverUrl } from "./contents";

/** What a sample can't know: each such text in it, with what to put in its place. */
const OWN: [form: RegExp, hint: string][] = [
  [/\bord_\w{26}/, "the id of an order of yours"],
  [/\bcs_\w{26}/, "the id of a checkout session of yours"],
  [/\bsub_\w{26}/, "the id of a subaccount of yours"],
  [/\bevt_\w{26}/, "the id of an event of yours"],
  [/\bwhe_\w{26}/, "the id of a webhook endpoint of yours"],
  [/https:\/\/riverside\.example\/logo\.png/, "the address of a picture of yours"],
  [/(?<=@)logo\.png/, "the path of a picture of yours"],
];

/** In single quotes, as a shell takes it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function addressOf({ path, parameters }: Operation): string {
  const filled = (path ?? "").replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const parameter = parameters.find((it) => it.in === "path" && it.name === name);
    return encodeURIComponent(String(parameter?.schema.examples?.[0] ?? name));
  });
  // One parameter shows how it is done; some exclude each other.
  const first = parameters.find((it) => it.in === "query" && it.schema.examples);
  if (!first) return serverUrl() + filled;
  const query = new URLSearchParams({ [first.name]: String(first.schema.examples?.[0]) });
  return `${serverUrl()}${filled}?${query}`;
}

/** "createCheckoutSession" → "checkout-session-4711": a key of one's own record of the thing. */
function exampleKey(id: string): string {
  const [, ...words] = id.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
  return `${words.join("-")}-4711`;
}

/** Whether the operation makes something new, so that repeating it would make another. */
function makesNew({ parameters, answers }: Operation): boolean {
  const takesKey = parameters.some(({ name }) => name === "Idempotency-Key");
  return takesKey && answers.some(({ status }) => status === "201");
}

/** The operation as a `curl` command, with the key taken from the environment. */
export function curlOf(operation: Operation): string {
  const { id, method, scope, body } = operation;
  const [[type, media] = []] = Object.entries(body);
  const sends =
    media?.example === undefined ? [] : [`-d ${quoted(JSON.stringify(media.example, null, 2))}`];
  const isFile = type !== undefined && type !== "application/json";
  // With a body curl sends a POST, without one a GET.
  const isImplied = method === (sends.length > 0 ? "POST" : "GET");
  const lines = [
    `curl ${isImplied ? "" : `-X ${method} `}${quoted(addressOf(operation))}`,
    ...(scope === null ? [] : ['-H "Authorization: Bearer $CARBON_TILL_KEY"']),
    ...(makesNew(operation) ? [`-H "Idempotency-Key: ${exampleKey(id)}"`] : []),
    ...(type === undefined ? [] : [`-H ${quoted(`Content-Type: ${type}`)}`]),
    ...(isFile ? ["--data-binary @logo.png"] : sends),
  ];
  return lines.join(" \\\n  ");
}

/** What of the command to replace before it is run, and by what. */
export function replacementsIn(command: string): { text: string; hint: string }[] {
  return OWN.flatMap(([form, hint]) => {
    const [text] = form.exec(command) ?? [];
    return text === undefined ? [] : [{ text, hint }];
  });
}
