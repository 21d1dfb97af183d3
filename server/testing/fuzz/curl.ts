// Formats a request as a curl command, so that a failure can be reproduced.

interface Line {
  method: string;
  url: string;
  headers: [name: string, value: string][];
  body: Uint8Array | null;
}

/** Longer headers and bodies are truncated; the seed reproduces them in full. */
const MAX_LENGTH = 2000;

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function truncated(text: string): string {
  return text.length <= MAX_LENGTH
    ? text
    : `${text.slice(0, MAX_LENGTH)}… (${text.length} characters)`;
}

function bodyArgument(body: Uint8Array): { before: string; argument: string } {
  const text = new TextDecoder().decode(body);
  const isPlain = Buffer.from(text).equals(body) && !text.includes("\0");
  if (isPlain) return { before: "", argument: ` --data-raw ${quoted(truncated(text))}` };
  const base64 = truncated(Buffer.from(body).toString("base64"));
  return { before: `printf %s ${quoted(base64)} | base64 -d | `, argument: " --data-binary @-" };
}

export function curlLine({ method, url, headers, body }: Line): string {
  const { before, argument } = body ? bodyArgument(body) : { before: "", argument: "" };
  const named = headers
    .map(([name, value]) => ` -H ${quoted(`${name}: ${truncated(value)}`)}`)
    .join("");
  return `${before}curl -i --path-as-is -X ${method} ${quoted(url)}${named}${argument}`;
}
