import { indented, literal } from "./literals";
import { fixedHeaders, type SampleRequest, sendsFile } from "./request";

function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, "\\$&")}'`;
}

const php = {
  list: ["[", "]"],
  map: ["[", "]"],
  emptyMap: "new stdClass()",
  entry: (name: string, value: string) => `${quoted(name)} => ${value}`,
  scalar: (value: unknown) => (typeof value === "string" ? quoted(value) : JSON.stringify(value)),
  indent: "    ",
} as const;

function headersOf(request: SampleRequest): string[] {
  return [
    ...(request.hasKey ? ["'Authorization: Bearer ' . getenv('CARBON_TILL_KEY'),"] : []),
    ...fixedHeaders(request).map(([name, value]) => `${quoted(`${name}: ${value}`)},`),
  ];
}

/** Returns a program for PHP 8 that needs no extension. */
export function phpOf(request: SampleRequest): string {
  const { method, url, json, contentType } = request;
  const headers = headersOf(request);
  const body = sendsFile(request)
    ? "'content' => file_get_contents('logo.png'),"
    : `'content' => json_encode(${literal(json, php)}),`;
  const options = [
    `'method' => '${method}',`,
    ...(headers.length > 0 ? ["'header' => [", ...indented(headers, "    "), "],"] : []),
    ...(contentType === null ? [] : body.split("\n")),
  ];
  return [
    "<?php",
    "$context = stream_context_create(['http' => [",
    ...indented(options, "    "),
    "]]);",
    `$text = file_get_contents(${quoted(url)}, false, $context);`,
    "if ($text === false) exit(1);",
    `echo $text, "\\n";`,
  ].join("\n");
}
