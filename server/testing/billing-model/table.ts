// The table of spec and law for tax on documents, without the code that makes them.

/** Countries whose documents state tax in their currency, with what is stated and the source. */
export const table = {
  GB: {
    currency: "gbp",
    statesNet: true,
    source: "GB: net and VAT per rate in sterling (700, 7.7)",
  },
  DE: { currency: "eur", statesNet: false, source: "DE: VAT in euros (2006/112/EC art. 230)" },
  FR: { currency: "eur", statesNet: false, source: "other EU: VAT in euros (art. 230)" },
  BE: { currency: "eur", statesNet: false, source: "other EU: VAT in euros (art. 230)" },
  NL: { currency: "eur", statesNet: false, source: "other EU: VAT in euros (art. 230)" },
  IE: { currency: "eur", statesNet: false, source: "other EU: VAT in euros (art. 230)" },
  US: null,
} as const;
export type Country = keyof typeof table;

const members = ["DE", "FR", "BE", "NL", "IE", "PL"];

/** VAT that a seller charges a business, in basis points; 0 where the buyer owes it, or none is due. */
export function vatOf(seller: Country, { buyer, day }: { buyer: string; day: string }) {
  if (seller === "US") return { rate: 0, source: "US: nothing" };
  if (buyer === seller) {
    const isLate = Number(day.slice(8)) > 15;
    return { rate: isLate ? 700 : 1_900, source: `${seller} at home, rate of ${day}` };
  }
  const source = members.includes(buyer) ? "reverse charge" : "outside the scope";
  return { rate: 0, source };
}

/** Half a unit is rounded up. */
const rounded = (numerator: bigint, denominator: bigint) =>
  Number((numerator * 2n + denominator) / (denominator * 2n));

export const vatOn = (net: number, rate: number) => rounded(BigInt(net) * BigInt(rate), 10_000n);

const decimals = (currency: string) => (currency === "jpy" ? 0 : 2);

/** A step of a conversion: times a published rate, or divided by it. */
export interface Step {
  by: "times" | "over";
  rate: string;
}

export function inNational(minor: number, way: { from: string; to: string; steps: Step[] }) {
  let numerator = BigInt(minor) * 10n ** BigInt(decimals(way.to));
  let denominator = 10n ** BigInt(decimals(way.from));
  for (const { by, rate } of way.steps) {
    const [whole = "", part = ""] = rate.split(".");
    const [value, scale] = [BigInt(whole + part), 10n ** BigInt(part.length)];
    numerator *= by === "times" ? value : scale;
    denominator *= by === "times" ? scale : value;
  }
  return rounded(numerator, denominator);
}

/** The last day of a month; on a weekend the Friday before, where article 91 says so. */
export function rateDay(period: string, { friday }: { friday: boolean }): string {
  const [year = 0, month = 0] = period.split("-").map(Number);
  const day = new Date(Date.UTC(year, month, 0));
  const weekend = [2, 0, 0, 0, 0, 0, 1][day.getUTCDay()] ?? 0;
  if (friday) day.setUTCDate(day.getUTCDate() - weekend);
  return day.toISOString().slice(0, 10);
}

export interface Line {
  name: string;
  value: unknown;
  source: string;
}

/** @throws naming each line that differs, with the source of what was expected */
export function compare(
  document: string,
  expected: readonly Line[],
  actual: Record<string, unknown>,
) {
  const wrong = expected.filter(({ name, value }) => !Object.is(actual[name], value));
  const names = new Set(expected.map(({ name }) => name));
  const extra = Object.keys(actual).filter((name) => !names.has(name));
  const lines = [
    ...wrong.map(
      ({ name, value, source }) =>
        `${name}: ${String(actual[name])} instead of ${String(value)} (${source})`,
    ),
    ...extra.map((name) => `${name}: ${String(actual[name])}, which nothing asks for`),
  ];
  if (lines.length > 0) throw new Error(`${document}\n${lines.join("\n")}`);
}
