// The commands of `till billing` for issuers.
import type { Command } from "commander";
import { valid } from "#cli/amounts";
import {
  type JsonOption,
  jsonOption,
  modeOption,
  type Output,
  runInTransaction,
} from "#cli/command";
import type { Context, Mode } from "#core/context";
import { findIssuer, type Issuer, listFormerIssuers } from "./issuer-store";
import { addIssuer, chooseIssuer, setIssuer } from "./issuers";
import { SetIssuer } from "./schema";

export interface PartyOptions {
  name: string;
  address: string;
  country: string;
  taxId?: string;
}

export const partyOf = ({ name, address, country, taxId }: PartyOptions) => ({
  legal_name: name,
  // A shell's argument has no line breaks of its own.
  address: address.replaceAll("\\n", "\n"),
  country_code: country,
  tax_id: taxId ?? null,
});

export const withParty = (command: Command) =>
  command
    .requiredOption("--name <name>", "legal name")
    .requiredOption("--address <lines>", "address; \\n separates lines")
    .requiredOption("--country <code>", "country, such as DE")
    .option("--tax-id <id>", "tax id");

interface ModeOptions extends JsonOption {
  mode: Mode;
}

interface IssuerOptions extends PartyOptions, ModeOptions {
  prefix: string;
  bank?: string;
  rateRule?: string;
  new?: true;
}

async function set(ctx: Context, options: IssuerOptions): Promise<Output> {
  const { mode, prefix, bank, rateRule } = options;
  const bankText = bank?.replaceAll("\\n", "\n") ?? null;
  const input = valid(SetIssuer, {
    ...partyOf(options),
    bank_text: bankText,
    number_prefix: prefix,
    rate_rule: rateRule ?? null,
  });
  await (options.new ? addIssuer : setIssuer)(ctx, { ...input, mode });
  return {
    lines: [`${input.legal_name} issues the documents of ${mode} mode.`],
    document: { mode, ...input },
  };
}

const lineOf = ({ id, details }: Issuer) =>
  `${id}  ${details.legal_name}, ${details.country_code}, prefix ${details.number_prefix}`;

async function list(ctx: Context, { mode }: ModeOptions): Promise<Output> {
  const current = await findIssuer(ctx, { mode });
  const former = await listFormerIssuers(ctx, { mode });
  return {
    lines: [
      current ? `${lineOf(current)} (issues new documents)` : "No issuer is set.",
      ...former.map(lineOf),
    ],
    document: { current, former },
  };
}

async function choose(ctx: Context, id: string, { mode }: ModeOptions): Promise<Output> {
  const { details } = await chooseIssuer(ctx, { mode, id });
  return {
    lines: [`${details.legal_name} issues the documents of ${mode} mode again.`],
    document: { id, mode, ...details },
  };
}

/** Adds `billing issuer`, `issuers` and `choose-issuer`. */
export function addIssuerCommands(group: Command): void {
  withParty(group.command("issuer").description("set who issues the documents of a mode"))
    .requiredOption("--prefix <letters>", "start of all numbers, such as INV")
    .option("--bank <lines>", "bank details, printed on invoices")
    .option("--rate-rule <rule>", "which exchange rates count for its tax, such as ecb_daily")
    .option("--new", "another legal entity, which has numbers of its own")
    .addOption(modeOption("whose documents"))
    .addOption(jsonOption())
    .action((options: IssuerOptions) => runInTransaction(options, (ctx) => set(ctx, options)));
  group
    .command("issuers")
    .description("list the issuer of a mode and former ones")
    .addOption(modeOption("whose documents"))
    .addOption(jsonOption())
    .action((options: ModeOptions) => runInTransaction(options, (ctx) => list(ctx, options)));
  group
    .command("choose-issuer <id>")
    .description("let a former issuer issue documents again; its numbers go on")
    .addOption(modeOption("whose documents"))
    .addOption(jsonOption())
    .action((id: string, options: ModeOptions) =>
      runInTransaction(options, (ctx) => choose(ctx, id, options)),
    );
}
