// Options and output that the commands of `till billing` share.
import type { Command } from "commander";
import type { z } from "zod";
import type { AccountContext, Context, Mode } from "#core/context";
import { fieldErrorsOf, Problem } from "#core/errors";
import { formatMoney } from "#core/money";
import { typedDollars } from "#core/typed-dollars";
import { SetTerms } from "#domain/accounts";
import { getBalance, toBalanceResource } from "#domain/balances";
import {
  accountContext,
  accountOption,
  type JsonOption,
  jsonOption,
  modeOption,
  type Output,
  runInTransaction,
} from "./command";

export interface AccountOptions extends JsonOption {
  account: string;
  mode: Mode;
}

export const money = (cents: number) => formatMoney(cents, "USD", "en-US");

/** @throws invalid naming the field */
export function valid<Value>(schema: z.ZodType<Value>, input: unknown): Value {
  const parsed = schema.safeParse(input, { reportInput: true });
  if (!parsed.success)
    throw new Problem("invalid-parameters", fieldErrorsOf(parsed.error, "input"));
  return parsed.data;
}

const Dollars = typedDollars({ minCents: 0, maxCents: 9_999_999_999 });

/** @throws if it is no amount of dollars */
export function dollars(name: string, text: string): number {
  const cents = Dollars.safeParse(text.replace(/^-/, ""));
  if (!cents.success) throw new Error(`${name} ${cents.error.issues[0]?.message}`);
  return text.startsWith("-") ? -cents.data : cents.data;
}

export interface TermsOptions {
  terms: string;
  limit?: string;
}

/** @throws invalid */
export function termsOf({ terms, limit }: TermsOptions): SetTerms {
  return valid(SetTerms, {
    terms: terms === "none" ? null : terms,
    credit_limit_usd_cents: limit === undefined ? null : dollars("--limit", limit),
  });
}

export async function balanceOutput(ctx: AccountContext): Promise<Output> {
  const balance = await getBalance(ctx);
  const { terms, balanceCents, creditLimitCents, availableCents } = balance;
  const limit = creditLimitCents === null ? "no limit" : `limit ${money(creditLimitCents)}`;
  const left = availableCents === null ? "" : `, ${money(availableCents)} available for orders`;
  return {
    lines: [
      `${ctx.account.slug}: ${terms ?? "no terms"}, ${limit}`,
      `Balance ${money(balanceCents)}${left}`,
    ],
    document: { account: ctx.account.id, ...toBalanceResource(balance) },
  };
}

export const inAccount =
  <Options extends AccountOptions>(
    work: (ctx: AccountContext, options: Options) => Promise<void>,
  ) =>
  (options: Options) =>
    runInTransaction(options, async (ctx: Context) => {
      const own = await accountContext(ctx, options);
      await work(own, options);
      return balanceOutput(own);
    });

export interface EntryOptions extends AccountOptions {
  amount: string;
  reference: string;
  note?: string;
}

export function entryOf({ amount, reference, note }: EntryOptions) {
  return { amount_usd_cents: dollars("--amount", amount), reference, note };
}

export const accountCommand = (group: Command, name: string, description: string) =>
  group
    .command(name)
    .description(description)
    .addOption(accountOption())
    .addOption(modeOption("whose balance"))
    .addOption(jsonOption());
