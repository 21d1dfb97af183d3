// Writes an operation's example as a command for the shell.
import { type Operation, serverUrl } from "./contents";

/** In single quotes, as a shell takes it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function addressOf({ path, parameters }: Operation): string {
  const filled = (path ?? "").replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const parameter = parameters.find((it) => it.in === "path" && it.name === name);
    return encodeURIComponent(String(parameter?.schema.examples?.[0] ?? name));
  });
  const query = new URLSearchParams(
    parameters
      .filter((it) => it.in === "query" && it.schema.examples)
      .map(({ name, schema }) => [name, String(schema.examples?.[0])]),
  );
  return serverUrl() + filled + (query.size > 0 ? `?${query}` : "");
}

/** The operation as a `curl` command, with the key taken from the environment. */
export function curlOf(operation: Operation): string {
  const { method, scope, parameters, body } = operation;
  const takesKey = parameters.some(({ name }) => name === "Idempotency-Key");
  const [[type, media] = []] = Object.entries(body);
  const sends =
    media?.example === undefined ? [] : [`-d ${quoted(JSON.stringify(media.example, null, 2))}`];
  const isFile = type !== undefined && type !== "application/json";
  // With a body curl sends a POST, without one a GET.
  const isImplied = method === (sends.length > 0 ? "POST" : "GET");
  const lines = [
    `curl ${isImplied ? "" : `-X ${method} `}${quoted(addressOf(operation))}`,
    ...(scope === null ? [] : ['-H "Authorization: Bearer $CARBON_TILL_KEY"']),
    ...(takesKey ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(type === undefined ? [] : [`-H ${quoted(`Content-Type: ${type}`)}`]),
    ...(isFile ? ["--data-binary @logo.png"] : sends),
  ];
  return lines.join(" \\\n  ");
}
