// Raw bytes for a socket: nearly HTTP, or not HTTP at all.
import fc from "fast-check";

/** Bytes of a connection (as latin1), in the parts in which they are sent. */
export interface RawRequest {
  parts: string[];
  /** Method and target, if the bytes are one complete request. */
  request: { method: string; target: string } | null;
  /** True if the caller closes its side at once instead of waiting for a response. */
  hangsUp: boolean;
}

/** Placeholder for a valid key. */
export const KEY = "@{key}";

const methods = ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT", "PURGE"];
const oddMethods = ["get", "G ET", "", "\0", "PRI", "GETGETGET".repeat(20), "\xff"];
const targets = [
  "/v1/orders",
  "/v1/orders?limit=1",
  "/v1/quotes",
  "/v1/subaccounts",
  "/v1/openapi.json",
  "/v1/orders/ord_nowhere",
  "/v1/nowhere",
  "/v1",
  "/v1/",
];
const oddTargets = [
  "",
  "*",
  "//",
  "/v1//orders",
  "/v1/../v1/orders",
  "/v1/orders/%00",
  "/v1/orders/%",
  "/v1/orders/\xe9\xff",
  "/v1\\orders",
  "/v1/orders#x",
  "/v1/orders?a=\0",
  "/v1/orders ?x",
  "http://localhost/v1/orders",
  "http://evil.example/v1/orders",
  "ftp://localhost/v1/orders",
  "http://[::1/v1/orders",
  `/v1/orders/${"x".repeat(20_000)}`,
  `/v1/orders?${"x=1&".repeat(3000)}`,
];
const oddVersions = ["1.0", "0.9", "2.0", "1.2", "9.9", "", "1.1.1", "x"];
const hosts = ["localhost", "localhost:3000", "evil.example"];
const oddHosts = [
  "",
  " ",
  "a b",
  "[::1",
  "localhost:99999999",
  "a,b",
  "\xff",
  "x".repeat(5000),
  "@",
];

const oddHeaders = [
  "Content-Length: -1",
  "Content-Length: 1e3",
  "Content-Length: 5\r\nContent-Length: 6",
  "Content-Length: 99999999999999999999",
  "Transfer-Encoding: gzip",
  "Transfer-Encoding: chunked\r\nContent-Length: 3",
  "Transfer-Encoding: chunked, chunked",
  "Transfer-Encoding:\tchunked",
  "Expect: 100-continue",
  "Expect: the worst",
  "Upgrade: websocket\r\nConnection: Upgrade",
  "Connection: close",
  "Connection: keep-alive, close",
  "Host: second.example",
  "No colon at all",
  ": no name",
  "Space : before",
  " folded",
  "X: a\r\n b",
  "X: \0",
  "X: \x7f\x01",
  "X\xe9: y",
  `X-Long: ${"x".repeat(20_000)}`,
  Array.from({ length: 2500 }, (_, n) => `X-${n}: 1`).join("\r\n"),
  `Authorization: Bearer ${"x".repeat(10_000)}`,
  "Authorization: Bearer \xff",
  "Content-Encoding: gzip",
  "Content-Type: application/json\r\nContent-Type: text/plain",
  "Idempotency-Key: a\r\nIdempotency-Key: b",
  "X-Subaccount-Id: a\r\nX-Subaccount-Id: b",
];

const json = '{"amount_kg":1}';
/** Announced body framing and actual body; true if they match. */
const framings: [header: string, body: string, isWhole: boolean][] = [
  ["", "", true],
  [`Content-Length: ${json.length}`, json, true],
  ["Transfer-Encoding: chunked", `${json.length.toString(16)}\r\n${json}\r\n0\r\n\r\n`, true],
  ["Content-Length: 100", json, false],
  ["Content-Length: 3", json, false],
  ["Content-Length: 2000000", json, false],
  ["Transfer-Encoding: chunked", "5\r\nab", false],
  ["Transfer-Encoding: chunked", `FFFFFFFFFFFFFFFF\r\n${json}`, false],
  ["Transfer-Encoding: chunked", `-1\r\n${json}\r\n0\r\n\r\n`, false],
  ["Transfer-Encoding: chunked", "zz\r\n\r\n", false],
  ["Transfer-Encoding: chunked", `f;x="${"y".repeat(20_000)}"\r\n${json}\r\n0\r\n\r\n`, false],
  ["Transfer-Encoding: chunked", "1\r\n{\r\n".repeat(50), false],
  ["Transfer-Encoding: chunked", `f\r\n${json}\r\n0\r\nTrailer: x\r\n\r\n`, false],
  ["", json, false],
];

interface Shape {
  method: string;
  target: string;
  version: string;
  host: string;
  headers: string[];
  framing: [header: string, body: string, isWhole: boolean];
  isPlain: boolean;
}

function textOf({ method, target, version, host, headers, framing }: Shape): string {
  const [announced, body] = framing;
  const all = [`Host: ${host}`, `Authorization: Bearer ${KEY}`, ...headers, announced];
  const type = body === "" ? [] : ["Content-Type: application/json"];
  const lines = [`${method} ${target} HTTP/${version}`, ...all.filter(Boolean), ...type];
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}

/** A request that HTTP can parse, with unusual content. */
const readable: fc.Arbitrary<Shape> = fc.record({
  method: fc.constantFrom(...methods),
  target: fc.constantFrom(...targets),
  version: fc.constant("1.1"),
  host: fc.constantFrom(...hosts),
  headers: fc.constant<string[]>([]),
  framing: fc.constantFrom(...framings.filter(([, , isWhole]) => isWhole)),
  isPlain: fc.constant(true),
});

const odd: fc.Arbitrary<Shape> = fc.record({
  method: fc.constantFrom(...methods, ...methods, ...oddMethods),
  target: fc.constantFrom(...targets, ...targets, ...oddTargets),
  version: fc.oneof(
    { weight: 5, arbitrary: fc.constant("1.1") },
    { weight: 1, arbitrary: fc.constantFrom(...oddVersions) },
  ),
  host: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...hosts) },
    { weight: 1, arbitrary: fc.constantFrom(...oddHosts) },
  ),
  headers: fc.array(fc.constantFrom(...oddHeaders), { maxLength: 2 }),
  framing: fc.constantFrom(...framings),
  isPlain: fc.constant(false),
});

/** Damage to bytes in transit. */
const damage: fc.Arbitrary<(text: string) => string> = fc
  .tuple(fc.nat(400), fc.constantFrom("cut", "byte", "drop", "twice", "lf", "junk"), fc.nat(255))
  .map(([place, how, byte]) => (text: string) => {
    const at = place % Math.max(1, text.length);
    if (how === "cut") return text.slice(0, at);
    if (how === "byte") return text.slice(0, at) + String.fromCharCode(byte) + text.slice(at + 1);
    if (how === "drop") return text.slice(0, at) + text.slice(at + 1 + (byte % 5));
    if (how === "twice") return text + text;
    if (how === "lf") return text.replaceAll("\r\n", "\n");
    return String.fromCharCode(byte).repeat(byte) + text;
  });

function inParts(text: string, cuts: number[]): string[] {
  const places = cuts.map((cut) => cut % Math.max(1, text.length)).sort((a, b) => a - b);
  return [...places, text.length].map((end, index) => text.slice(places[index - 1] ?? 0, end));
}

function unasked([text, hangsUp]: [text: string, hangsUp: boolean]): RawRequest {
  return { parts: [text], request: null, hangsUp };
}

/** Valid requests, unusual ones, damaged ones, and random bytes. */
export const anyRaw: fc.Arbitrary<RawRequest> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(readable, fc.array(fc.nat(300), { maxLength: 3 })).map(([shape, cuts]) => ({
      parts: inParts(textOf(shape), cuts),
      request: { method: shape.method, target: shape.target },
      hangsUp: false,
    })),
  },
  { weight: 5, arbitrary: fc.tuple(odd.map(textOf), fc.boolean()).map(unasked) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.oneof(readable, odd), damage, fc.boolean())
      .map(([shape, spoil, hangsUp]) => unasked([spoil(textOf(shape)), hangsUp])),
  },
  {
    weight: 1,
    arbitrary: fc
      .uint8Array({ maxLength: 300 })
      .map((bytes) => unasked([Buffer.from(bytes).toString("latin1"), false])),
  },
);
