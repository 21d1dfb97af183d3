import { indented, literal } from "./literals";
import { fixedHeaders, type SampleRequest, sendsFile } from "./request";

const names = new Map<unknown, string>([
  [true, "True"],
  [false, "False"],
  [null, "None"],
]);

const python = {
  entry: (name: string, value: string) => `"${name}": ${value}`,
  scalar: (value: unknown) => names.get(value) ?? JSON.stringify(value),
  indent: "    ",
} as const;

function headersOf(request: SampleRequest): string[] {
  return [
    ...(request.hasKey ? [`"Authorization": "Bearer " + os.environ["CARBON_TILL_KEY"],`] : []),
    ...fixedHeaders(request).map(([name, value]) => `"${name}": "${value}",`),
  ];
}

/** Returns a program for Python 3 that uses only the standard library. */
export function pythonOf(request: SampleRequest): string {
  const { method, url, hasKey, json, contentType } = request;
  const headers = headersOf(request);
  const body = sendsFile(request)
    ? `data=open("logo.png", "rb").read(),`
    : `data=json.dumps(${literal(json, python)}).encode(),`;
  const options = [
    `"${url}",`,
    `method="${method}",`,
    ...(headers.length > 0 ? ["headers={", ...indented(headers, "    "), "},"] : []),
    ...(contentType === null ? [] : body.split("\n")),
  ];
  const modules = [...(json === undefined ? [] : ["json"]), ...(hasKey ? ["os"] : [])];
  return [
    ...(modules.length > 0 ? [`import ${modules.join(", ")}`] : []),
    "from urllib.request import Request, urlopen",
    "",
    "request = Request(",
    ...indented(options, "    "),
    ")",
    "with urlopen(request) as response:",
    "    print(response.read().decode())",
  ].join("\n");
}
