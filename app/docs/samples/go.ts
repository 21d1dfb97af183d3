import { indented } from "./literals";
import { fixedHeaders, type SampleRequest, sendsFile } from "./request";

function text(value: string): string {
  return value.includes("`") ? JSON.stringify(value) : `\`${value}\``;
}

const OPEN = [`body, err := os.Open("logo.png")`, ...check()];

function check(): string[] {
  return ["if err != nil {", "\tlog.Fatal(err)", "}"];
}

function bodyOf(request: SampleRequest): string[] {
  if (sendsFile(request)) return OPEN;
  if (request.json === undefined) return [];
  return `body := strings.NewReader(${text(JSON.stringify(request.json, null, 2))})`.split("\n");
}

function packagesOf(request: SampleRequest): string[] {
  return [
    "fmt",
    "io",
    "log",
    "net/http",
    ...(request.hasKey || sendsFile(request) ? ["os"] : []),
    ...(request.json === undefined ? [] : ["strings"]),
  ];
}

/** Returns a program for Go that uses only the standard library. */
export function goOf(request: SampleRequest): string {
  const { method, url, hasKey, contentType } = request;
  const body = bodyOf(request);
  const statements = [
    `request, err := http.NewRequest("${method}", "${url}", ${contentType === null ? "nil" : "body"})`,
    ...check(),
    ...(hasKey
      ? [`request.Header.Set("Authorization", "Bearer "+os.Getenv("CARBON_TILL_KEY"))`]
      : []),
    ...fixedHeaders(request).map(([name, value]) => `request.Header.Set("${name}", "${value}")`),
    "response, err := http.DefaultClient.Do(request)",
    ...check(),
    "defer response.Body.Close()",
    "text, err := io.ReadAll(response.Body)",
    ...check(),
    "if response.StatusCode >= 300 {",
    "\tlog.Fatal(response.Status, string(text))",
    "}",
    "fmt.Println(string(text))",
  ];
  // Lines of a literal are part of its value.
  const [first = "", ...literal] = body;
  const isLiteral = request.json !== undefined;
  const opening = isLiteral ? [`\t${first}`, ...literal] : indented(body, "\t");
  return [
    "package main",
    "",
    "import (",
    ...packagesOf(request).map((name) => `\t"${name}"`),
    ")",
    "",
    "func main() {",
    ...opening,
    ...indented(statements, "\t"),
    "}",
  ].join("\n");
}
