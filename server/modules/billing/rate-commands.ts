// `till billing rates`: exchange rates by which documents state tax in a national currency.
import type { Command } from "commander";
import { valid } from "#cli/amounts";
import {
  type JsonOption,
  jsonOption,
  type Output,
  readText,
  run,
  runInTransaction,
} from "#cli/command";
import type { Context } from "#core/context";
import { plural } from "#core/text";
import { ExchangeRate, listRates, readRates, setRates } from "#domain/tax";

const MAX_LISTED = 100;

const lineOf = ({ rule, from, to, rate, ...each }: ExchangeRate) =>
  `${rule}  1 ${from.toUpperCase()} = ${rate} ${to.toUpperCase()}, ${each.valid_from} to ${each.valid_to}  ${each.source}`;

async function list(ctx: Context): Promise<Output> {
  const rates = await listRates(ctx, { limit: MAX_LISTED });
  return {
    lines: [...rates.map(lineOf), "Have rules and rates checked by a tax adviser."],
    document: { rates },
  };
}

async function add(ctx: Context, rates: readonly ExchangeRate[]): Promise<Output> {
  await setRates(ctx, rates);
  return { lines: [`Saved ${plural(rates.length, "rate")}.`], document: { rates } };
}

interface RateOptions extends JsonOption {
  rule: string;
  from: string;
  to: string;
  validFrom: string;
  validTo: string;
  rate: string;
  source: string;
}

const rateOf = ({ validFrom, validTo, json: _, ...rate }: RateOptions & { json?: unknown }) =>
  valid(ExchangeRate, { ...rate, valid_from: validFrom, valid_to: validTo });

/** Adds `billing rates list`, `set` and `import`. */
export function addRateCommands(group: Command): void {
  const rates = group.command("rates").description("manage exchange rates for tax on documents");
  rates
    .command("list")
    .description("list the newest rates")
    .addOption(jsonOption())
    .action((options: JsonOption) => run(options, list));
  rates
    .command("set")
    .description("add a rate, or correct that of the same first day")
    .requiredOption("--rule <rule>", "which rates count, such as bmf_monthly")
    .requiredOption("--from <currency>", "such as eur")
    .requiredOption("--to <currency>", "such as usd")
    .requiredOption("--valid-from <day>", "first day, such as 2026-10-01")
    .requiredOption("--valid-to <day>", "last day, such as 2026-10-31")
    .requiredOption("--rate <number>", "units of --to for one of --from, as published")
    .requiredOption("--source <text>", "where it was published; printed on documents")
    .addOption(jsonOption())
    .action((options: RateOptions) =>
      runInTransaction(options, (ctx) => add(ctx, [rateOf(options)])),
    );
  rates
    .command("import <file>")
    .description("read a CSV file: rule,from,to,valid_from,valid_to,rate,source")
    .addOption(jsonOption())
    .action((file: string, options: JsonOption) =>
      runInTransaction(options, async (ctx) => add(ctx, readRates(await readText(file)))),
    );
}
