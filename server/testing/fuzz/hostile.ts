// Invalid input: odd strings, numbers and values, and malformed JSON.
import fc from "fast-check";

const RAW = "\u0001raw:";

/** Marks a JSON token that JSON.stringify would not write, such as 1e999; `toJson` inserts it. */
export function token(text: string): string {
  return `${RAW}${text}`;
}

/** JSON of the value, with marked tokens inserted verbatim. */
export function toJson(value: unknown): string {
  return (JSON.stringify(value) ?? "").replaceAll(/"\\u0001raw:([^"]*)"/g, "$1");
}

const strings = [
  "",
  " ",
  "\t\r\n",
  "\0",
  "a\0b",
  "\ud800",
  "\udc00x",
  "\ufeff",
  "\u202e\u2066",
  "é".normalize("NFD"),
  "👩‍👩‍👧‍👦",
  "\u{10ffff}",
  "'; DROP TABLE orders; --",
  "%00",
  "{{7*7}}#{7*7}",
  "<script>alert(1)</script>",
  "../../../../etc/passwd",
  "__proto__",
  "constructor",
  "null",
  "NaN",
  "true",
  "1e400",
  "9".repeat(400),
  "x".repeat(513),
  "😀".repeat(257),
  "x".repeat(20_000),
  "a@b",
  "a@b.example",
  "0000-00-00",
  "9999-12-31T23:59:60Z",
  "2026-02-30",
  "+275760-09-13T00:00:00.001Z",
  "-000001-01-01",
];

const numbers = [
  0,
  token("-0"),
  token("-0.0"),
  1,
  -1,
  0.1,
  1.5,
  1e-300,
  token("5e-324"),
  1e308,
  token("1e309"),
  token("-1e999"),
  token("1E+2"),
  token("0.1e1"),
  token("1.0000000000000001"),
  2 ** 31,
  2 ** 31 - 1,
  2 ** 32,
  2 ** 53,
  token("9007199254740993"),
  -(2 ** 53),
  2 ** 63,
  1_000_000_000,
  1_000_000_001,
  token("1".repeat(5000)),
  token(`0.${"1".repeat(5000)}`),
];

const values: unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  { length: 3 },
  { toString: "x" },
  { toJSON: "x" },
  Array.from({ length: 300 }, () => 1),
  token("NaN"),
  token("Infinity"),
  token("undefined"),
  token("01"),
  token("'x'"),
  token("\\u0022x\\u0022"),
];

const letters = [..."abcXYZ019 _-.:/@{}\"'<>%\\", ..."éßΩжあ中🙂\u200d\u0301", "🇩🇪", "👩‍🚀"];
/** fast-check's own units take seconds to prepare, because they map all of Unicode. */
const anyCharacter = fc.oneof(
  fc.constantFrom(...letters),
  fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
);

/** Text as people write it, with emoji and accents. */
export function plainText(size: { minLength: number; maxLength: number }): fc.Arbitrary<string> {
  return fc
    .array(fc.constantFrom(...letters), size)
    .map((parts) => parts.join("").slice(0, size.maxLength).toWellFormed());
}

/** Strings that are rarely intended. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...strings),
  fc.array(anyCharacter, { maxLength: 40 }).map((parts) => parts.join("")),
);

/** A value of any type, for a field of another type. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  { weight: 3, arbitrary: fc.constantFrom(...numbers) },
  { weight: 2, arbitrary: fc.constantFrom(...values) },
  { weight: 1, arbitrary: fc.double().map((value) => (Number.isFinite(value) ? value : null)) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

const DEEP = 100_000;

/** Bodies that match no schema; the large ones last, because they are drawn rarely. */
const wrongBodies = [
  "",
  " ",
  "null",
  "true",
  "0",
  '""',
  "[]",
  "{}",
  "[{}]",
  "{",
  '{"a":',
  '{"a":1,}',
  "{'a':1}",
  '{"a":1}{"a":1}',
  "// x\n{}",
  '{"":1}',
  '{"__proto__":{"amount_kg":1}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"hasOwnProperty":1,"toString":2,"then":3}',
  "amount_kg=25&name=x",
  "<x/>",
  "\ufeff{}",
  "\u0000",
  '"\\ud800"',
  `{"\\ud800":1,"\\u0000":2}`,
];
const largeBodies = [
  "[".repeat(DEEP) + "]".repeat(DEEP),
  `${'{"a":'.repeat(DEEP)}1${"}".repeat(DEEP)}`,
  "[".repeat(DEEP),
  `{"amount_kg":${"1".repeat(DEEP)}}`,
  `{${Array.from({ length: 5000 }, (_, n) => `"k${n}":${n}`).join()}}`,
  `{"name":"${"x".repeat(1024 * 1024)}"}`,
  `"${"😀".repeat(200_000)}"`,
];

export const wrongBody: fc.Arbitrary<string | Uint8Array<ArrayBuffer>> = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...wrongBodies) },
  { weight: 4, arbitrary: hostileText },
  { weight: 4, arbitrary: fc.uint8Array({ maxLength: 80 }).map((bytes) => Uint8Array.from(bytes)) },
  { weight: 1, arbitrary: fc.constantFrom(...largeBodies) },
);

/** Damage to JSON text in transit or by a careless client. */
export const corruptText: fc.Arbitrary<(json: string) => string | Uint8Array<ArrayBuffer>> =
  fc.constantFrom(
    (json) => json.slice(0, -1),
    (json) => `\ufeff${json}`,
    (json) => `${json}\0`,
    (json) => `[${json}]`,
    (json) => `  \n${json}\n`,
    (json) => JSON.stringify(json),
    (json) => json.replace("{", '{"__proto__":{"x":1},'),
    (json) => json.replace("{", '{"":1,'),
    (json) => json.replace("{", '{"extra":null,'),
    (json) => json.replace("{", '{"toString":1,"constructor":2,'),
    // A duplicate name: the last one counts, and the first must do no harm.
    (json) => json.replace(/\{("\w+"):/, '{$1:"twice",$1:'),
    (json) => json.replace(/("\w+"):([^,}]+)\}$/, "$1:$2,$1:[]}"),
    (json) => json.replaceAll('"', "'"),
    (json) =>
      json.replace(/"(\w)/, (_all, letter: string) => `"\\u00${letter.charCodeAt(0).toString(16)}`),
    (json) => new Uint8Array(Buffer.from(json, "utf16le")),
    (json) => new Uint8Array(Buffer.concat([Buffer.from(json.slice(0, 9)), Buffer.of(0xff, 0xc0)])),
    (json) => json.padEnd(1024 * 1024 + 1, " "),
  );
