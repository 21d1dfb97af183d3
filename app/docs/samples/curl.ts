import { fixedHeaders, type SampleRequest, sendsFile } from "./request";

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Returns a `curl` command. */
export function curlOf(request: SampleRequest): string {
  const { method, url, hasKey, json } = request;
  const sends = json === undefined ? [] : [`-d ${quoted(JSON.stringify(json, null, 2))}`];
  // curl sends a POST with a body and a GET without.
  const isImplied = method === (sends.length > 0 ? "POST" : "GET");
  const lines = [
    `curl ${isImplied ? "" : `-X ${method} `}${quoted(url)}`,
    ...(hasKey ? ['-H "Authorization: Bearer $CARBON_TILL_KEY"'] : []),
    ...fixedHeaders(request).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(sendsFile(request) ? ["--data-binary @logo.png"] : sends),
  ];
  return lines.join(" \\\n  ");
}
