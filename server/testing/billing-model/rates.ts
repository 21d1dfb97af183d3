// Exchange rates for the drawn documents, and the way that each issuer's documents take.
import type { RateRule } from "#domain/tax";
import { type Country, rateDay, type Step } from "./table";

const MONTHS = 18;

export const currencies = ["usd", "eur", "gbp", "chf", "jpy", "sek"];
export const issuers: { country: Country; rule: RateRule | null }[] = [
  { country: "DE", rule: null },
  { country: "DE", rule: "ecb_daily" },
  { country: "FR", rule: "ecb_daily" },
  { country: "BE", rule: null },
  { country: "NL", rule: "ecb_daily" },
  { country: "IE", rule: null },
  { country: "GB", rule: "hmrc_period" },
  { country: "GB", rule: null },
  { country: "US", rule: null },
];
export const periods = Array.from({ length: MONTHS }, (_, at) => {
  const date = new Date(Date.UTC(2025, 4 + at));
  return date.toISOString().slice(0, 7);
});

const base: Record<string, number> = {
  usd: 1.08,
  eur: 1,
  gbp: 0.85,
  chf: 0.95,
  jpy: 161,
  sek: 11.4,
};

/** Made of the month, so that each has its own. */
function rateText(currency: string, period: string, salt: number): string {
  const month = Number(period.slice(2, 4)) * 12 + Number(period.slice(5));
  return ((base[currency] ?? 1) * (1 + ((month * 37 + salt * 11) % 90) / 1_000)).toFixed(4);
}

const perPound = (currency: string, period: string) =>
  currency === "eur" ? rateText("usd", period, 5) : rateText(currency, period, 6);

const others = (national: string) => currencies.filter((currency) => currency !== national);

/** A file of rates, as an operator imports it. */
export function ratesFile(): string {
  const lines = ["rule,from,to,valid_from,valid_to,rate,source"];
  const add = (rule: RateRule, pair: string, span: string, rate: string) =>
    lines.push([rule, pair, span, rate, `source of ${rule}`].join(","));
  for (const period of periods) {
    const month = `${period}-01,${rateDay(period, { friday: false })}`;
    const last = rateDay(period, { friday: false });
    const friday = rateDay(period, { friday: true });
    for (const currency of others("eur")) {
      add("bmf_monthly", `eur,${currency}`, month, rateText(currency, period, 1));
      add("ecb_daily", `eur,${currency}`, `${friday},${friday}`, rateText(currency, period, 2));
      add(
        "latest_selling",
        `eur,${currency}`,
        `${friday},${friday}`,
        rateText(currency, period, 3),
      );
      add("uk_market", `eur,${currency}`, `${last},${last}`, rateText(currency, period, 4));
    }
    for (const currency of others("gbp")) {
      add("hmrc_period", `gbp,${currency}`, month, perPound(currency, period));
    }
  }
  return lines.join("\n");
}

export type Issuer = (typeof issuers)[number];

/** The steps from an invoice's currency to the national one, with the source. */
export function wayOf(
  { country, rule }: Issuer,
  { from, period }: { from: string; period: string },
) {
  const over = (salt: number): Step[] => [{ by: "over", rate: rateText(from, period, salt) }];
  if (country === "GB" && rule === "hmrc_period") {
    const steps: Step[] = [{ by: "over", rate: perPound(from, period) }];
    return { steps, source: "HMRC's period rate" };
  }
  if (country === "GB") {
    const pounds: Step = { by: "times", rate: rateText("gbp", period, 4) };
    const steps = from === "eur" ? [pounds] : [...over(4), pounds];
    return { steps, source: "UK market rate, through the euro" };
  }
  if (country === "DE" && rule === null) {
    return { steps: over(1), source: "monthly average, § 16(6) UStG" };
  }
  return rule === "ecb_daily"
    ? { steps: over(2), source: "ECB of the day, at weekends the day before (art. 91)" }
    : { steps: over(3), source: "latest selling rate (art. 91)" };
}
