import { CsvError, parse } from "csv-parse/sync";
import type { Context } from "#core/context";
import { invalid } from "#core/errors";
import { recordAudit } from "#core/record-audit";
import type { ExchangeRate as Row } from "#prisma";
import { ExchangeRate, type RateRule } from "./schema";

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

const toRate = (row: Row): ExchangeRate => ({
  rule: row.rule as RateRule,
  from: row.fromCurrency,
  to: row.toCurrency,
  valid_from: dayOf(row.validFrom),
  valid_to: dayOf(row.validTo),
  rate: row.rate,
  source: row.source,
});

/** Rates of a rule that are valid on a day; of overlapping ones, the one that began last is first. */
export async function listRatesOn(
  { db }: Context,
  { rule, day }: { rule: RateRule; day: string },
): Promise<ExchangeRate[]> {
  const on = new Date(day);
  const rows = await db.prisma.exchangeRate.findMany({
    where: { rule, validFrom: { lte: on }, validTo: { gte: on } },
    orderBy: { validFrom: "desc" },
  });
  return rows.map(toRate);
}

/** Rates by the day from which they are valid, the newest first. */
export async function listRates(
  { db }: Context,
  { limit }: { limit: number },
): Promise<ExchangeRate[]> {
  const rows = await db.prisma.exchangeRate.findMany({
    orderBy: [{ validFrom: "desc" }, { rule: "asc" }, { fromCurrency: "asc" }],
    take: limit,
  });
  return rows.map(toRate);
}

/** Adds rates, or corrects those of the same pair and first day. Issued documents keep theirs. */
export async function setRates(ctx: Context, rates: readonly ExchangeRate[]): Promise<void> {
  for (const { rule, from, to, ...each } of rates) {
    const key = { rule, fromCurrency: from, toCurrency: to, validFrom: new Date(each.valid_from) };
    const values = { validTo: new Date(each.valid_to), rate: each.rate, source: each.source };
    await ctx.db.prisma.exchangeRate.upsert({
      where: { rule_fromCurrency_toCurrency_validFrom: key },
      create: { ...key, ...values },
      update: values,
    });
  }
  await recordAudit(ctx, { action: "exchange_rates.set", data: { rates: rates.length } });
}

const MAX_RATES = 10_000;

function recordsOf(csv: string): Record<string, string>[] {
  try {
    return parse(csv, { bom: true, columns: true, trim: true, skip_empty_lines: true });
  } catch (error) {
    if (error instanceof CsvError) throw invalid("rates", error.message);
    throw error;
  }
}

/** Rates of a CSV file with the columns of `ExchangeRate`. @throws invalid naming the line */
export function readRates(csv: string): ExchangeRate[] {
  const records = recordsOf(csv);
  if (records.length > MAX_RATES) throw invalid("rates", `must be at most ${MAX_RATES} lines`);
  return records.map((record, at) => {
    const parsed = ExchangeRate.safeParse(record);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw invalid("rates", `line ${at + 2}: ${issue?.path.join(".")} ${issue?.message}`);
  });
}
