// `till tax`: the rules by which invoices and the checkout show tax.
import type { Command } from "commander";
import type { Context } from "#core/context";
import { plural } from "#core/text";
import { listTaxRules, replaceTaxRules, type TaxRule } from "#domain/tax";
import {
  type JsonOption,
  jsonOption,
  type Output,
  readText,
  run,
  runInTransaction,
} from "./command";

function lineOf(rule: TaxRule): string {
  const rate = `${rule.rate_basis_points / 100}%`;
  const span = `from ${rule.valid_from}${rule.valid_to === null ? "" : ` to ${rule.valid_to}`}`;
  const sale = `${rule.seller} to ${rule.buyer}, ${rule.buyer_kind}`;
  return `${rule.id}  ${sale}: ${rule.kind} ${rate}, ${span}\n    ${rule.source}`;
}

async function list(ctx: Context): Promise<Output> {
  const rules = await listTaxRules(ctx);
  return {
    lines: [...rules.map(lineOf), "Have these checked by a tax adviser before you rely on them."],
    document: { rules },
  };
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is not JSON`, { cause: error });
  }
}

/** Adds `tax rules` and `tax import`. */
export function addTaxCommands(program: Command): void {
  const group = program.command("tax").description("manage the rules that decide on tax");
  group
    .command("rules")
    .description("list the rules in force, your own first")
    .addOption(jsonOption())
    .action((options: JsonOption) => run(options, list));
  group
    .command("import <file>")
    .description("replace your own rules by those of a JSON file")
    .addOption(jsonOption())
    .action((file: string, options: JsonOption) =>
      runInTransaction(options, async (ctx) => {
        const rules = await replaceTaxRules(ctx, parse(file, await readText(file)));
        return { lines: [`Imported ${plural(rules.length, "rule")}.`], document: { rules } };
      }),
    );
}
