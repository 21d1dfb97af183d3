// Random orders from a seed, with beneficiaries in all scripts and lengths.
import fc from "fast-check";

/** Longest text of a field, in UTF-16 units. */
const MAX_UNITS = 512;

/** Scripts and symbols. A field is in one of them or in several. */
const scripts = [
  ["Ada", "Lovelace", "Bäckerei", "Société", "Łódź", "Ærøskøbing", "2nd", "&", "Sons"],
  ["Nguyễn", "Thị", "Ánh", "Tuyết", "Phở", "Hữu", "Đặng", "Quỳnh"],
  ["Щербакова", "и", "сыновья", "Київ", "Ђорђе", "ёлка"],
  ["Ελληνική", "Θάλασσα", "Ώρα", "ψωμί", "ϊΰ"],
  ["<b>bold</b>", '"quoted"', "'single'", "&amp;", "&lt;script&gt;", "a<b>c", "\\u0041", "$1 %s"],
  ["\u{1f333}", "\u{1f469}\u{1f3fd}\u200d\u{1f33e}", "\u{1f1e9}\u{1f1ea}", "❤\ufe0f", "Grün"],
  ["مخبز", "شارع", "الميناء", "١٢٣", "(أ)"],
  ["地球", "株式会社", "탄소", "중립", "ありがとう", "𠮷野家"],
];

/** Cuts to the longest text of a field, between characters. */
function atMost(text: string, units = MAX_UNITS): string {
  let cut = "";
  for (const character of text) {
    if (cut.length + character.length > units) break;
    cut += character;
  }
  return cut.trim();
}

/** Text without white space around it: mostly in one script, sometimes of the maximum length. */
function phrase(separators: readonly string[]): fc.Arbitrary<string> {
  const ofOne = fc
    .constantFrom(...scripts)
    .chain((script) => fc.array(fc.constantFrom(...script), { minLength: 1, maxLength: 6 }));
  const ofAll = fc.array(fc.constantFrom(...scripts.flat()), { minLength: 2, maxLength: 9 });
  const list = fc.oneof({ weight: 5, arbitrary: ofOne }, { weight: 1, arbitrary: ofAll });
  const short = fc
    .tuple(list, fc.constantFrom(...separators))
    .map(([parts, separator]) => atMost(parts.join(separator)));
  const long = short.map((text) => atMost(`${text} `.repeat(MAX_UNITS)));
  return fc.oneof({ weight: 9, arbitrary: short }, { weight: 1, arbitrary: long });
}

const website = fc
  .tuple(
    fc.constantFrom("https://", "http://", "HTTPS://"),
    fc.constantFrom(
      "ada.example",
      "www.bäckerei.example",
      "xn--ppla-5qa.example",
      "A.example:8443",
    ),
    fc.constantFrom("", "/", "/about-us", "/%C3%BC?a=1&b=<2>#c", `/${"p".repeat(450)}`, "?q='\""),
  )
  .map((parts) => parts.join(""));

const beneficiary = fc.record({
  name: phrase([" ", "-", ""]),
  message: fc.option(phrase([" ", "\n", ", "])),
  url: fc.option(website),
});

/** Includes amounts at which kg become t, and at which a number gets a comma. */
const amountKg = fc.oneof(
  fc.integer({ min: 1, max: 999 }),
  fc.integer({ min: 1000, max: 40_000 }),
  fc.constantFrom(1, 2, 999, 1000, 1001, 1010, 9999, 10_000, 39_999, 40_000),
);

const order = fc.record({
  /** Index of a subaccount, or null. */
  subaccount: fc.option(fc.nat()),
  /** Forgeries of its certificate to try. */
  forgeries: fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
  data: fc.record(
    {
      amount_kg: amountKg,
      portfolio_id: fc.constantFrom(
        "pf_sandbox_balanced",
        "pf_sandbox_nature",
        "pf_sandbox_durable",
      ),
      description: fc.option(phrase([" ", "\n"])),
      beneficiary: fc.oneof(
        fc.constant(null),
        fc.record({ name: phrase([" ", "-"]) }),
        beneficiary,
      ),
    },
    { requiredKeys: ["amount_kg"] },
  ),
});

type Drawn<T> = T extends fc.Arbitrary<infer Value> ? Value : never;
export type DrawnOrder = Drawn<typeof order>;

/** Draws `count` orders; the same for the same seed. */
export function drawOrders(count: number, seed: number): DrawnOrder[] {
  return fc.sample(order, { numRuns: count, seed });
}

/** Names for subaccounts. */
export function drawNames(count: number, seed: number): string[] {
  return fc.sample(phrase([" "]), { numRuns: count, seed });
}
