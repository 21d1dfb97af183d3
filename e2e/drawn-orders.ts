// Orders as anybody may place them: drawn by a seed, with beneficiaries of all scripts and lengths.
import fc from "fast-check";

/** The most that people may write into a field, in UTF-16 units. */
const MOST_UNITS = 512;

/** How people write, and what else they type. A field is in one of these, or in several. */
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

/** Cuts to the longest that a field takes, between characters. */
function atMost(text: string, units = MOST_UNITS): string {
  let cut = "";
  for (const character of text) {
    if (cut.length + character.length > units) break;
    cut += character;
  }
  return cut.trim();
}

/** A text without white space around it: of one script mostly, now and then as long as can be. */
function phrase(separators: readonly string[]): fc.Arbitrary<string> {
  const ofOne = fc
    .constantFrom(...scripts)
    .chain((script) => fc.array(fc.constantFrom(...script), { minLength: 1, maxLength: 6 }));
  const ofAll = fc.array(fc.constantFrom(...scripts.flat()), { minLength: 2, maxLength: 9 });
  const list = fc.oneof({ weight: 5, arbitrary: ofOne }, { weight: 1, arbitrary: ofAll });
  const short = fc
    .tuple(list, fc.constantFrom(...separators))
    .map(([parts, separator]) => atMost(parts.join(separator)));
  const long = short.map((text) => atMost(`${text} `.repeat(MOST_UNITS)));
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

/** With what lies at the turn from kg to t, and where a figure gets a comma. */
const amountKg = fc.oneof(
  fc.integer({ min: 1, max: 999 }),
  fc.integer({ min: 1000, max: 40_000 }),
  fc.constantFrom(1, 2, 999, 1000, 1001, 1010, 9999, 10_000, 39_999, 40_000),
);

const order = fc.record({
  /** Of the subaccounts that there are; null for none. */
  subaccount: fc.option(fc.nat()),
  /** Which of the forgeries of its certificate are tried. */
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

/** As many orders as asked for; the same for the same seed. */
export function drawOrders(count: number, seed: number): DrawnOrder[] {
  return fc.sample(order, { numRuns: count, seed });
}

/** Names for subaccounts. */
export function drawNames(count: number, seed: number): string[] {
  return fc.sample(phrase([" "]), { numRuns: count, seed });
}
