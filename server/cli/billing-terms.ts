// `till billing`: the terms on which accounts pay for their API orders.
import { type Command, Option } from "commander";
import type { Context, Mode } from "#core/context";
import { amountFields } from "#core/contract-money";
import type { Currency } from "#core/money";
import { billingTerms, SetTerms, setTerms } from "#domain/accounts";
import { billing } from "#modules";
import { amountOf, money, valid } from "./amounts";
import {
  accountContext,
  accountOption,
  type JsonOption,
  jsonOption,
  modeOption,
  type Output,
  runInTransaction,
} from "./command";

export interface TermsOptions {
  terms: string;
  limit?: string;
}

/** @throws invalid */
export function termsOf(
  { terms, limit }: TermsOptions,
  currency: Currency,
): Parameters<typeof setTerms>[1] {
  const chosen = valid(SetTerms, {
    terms: terms === "none" ? null : terms,
    credit_limit: limit === undefined ? null : amountOf("--limit", { text: limit, currency }),
  });
  return { ...chosen, limits: billing };
}

interface AccountTermsOptions extends JsonOption, TermsOptions {
  account: string;
  mode: Mode;
}

async function terms(ctx: Context, options: AccountTermsOptions): Promise<Output> {
  const inside = await accountContext(ctx, options);
  const { id, slug, currency } = inside.account;
  const input = termsOf(options, currency);
  await setTerms(inside, input);
  const { terms, credit_limit: amount } = input;
  const limit =
    terms === "invoice"
      ? `, ${amount === null ? "no limit" : `limit ${money(amount, currency)}`}`
      : "";
  return {
    lines: [`${slug}: ${terms ?? "no terms"}${limit}`],
    document: { account: id, terms, currency, ...amountFields({ credit_limit: amount }, currency) },
  };
}

/** Adds `billing terms`. Returns the group, to which modules add their commands. */
export function addBillingCommands(program: Command): Command {
  const group = program.command("billing").description("manage how accounts pay for API orders");
  group
    .command("terms")
    .description("set how an account pays from now on")
    .addOption(accountOption())
    .addOption(modeOption("whose terms"))
    .addOption(
      new Option("--terms <terms>", "how the account pays; none is for test mode")
        .choices([...billingTerms, "none"])
        .makeOptionMandatory(),
    )
    .option("--limit <amount>", "credit limit; without it, nothing limits `invoice`")
    .addOption(jsonOption())
    .action((options: AccountTermsOptions) =>
      runInTransaction(options, (ctx) => terms(ctx, options)),
    );
  return group;
}
