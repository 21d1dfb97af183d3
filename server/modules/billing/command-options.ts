// Options and output that the commands of `till billing` share.
import type { Command } from "commander";
import { amountOf, money } from "#cli/amounts";
import {
  accountContext,
  accountOption,
  type JsonOption,
  jsonOption,
  modeOption,
  type Output,
  runInTransaction,
} from "#cli/command";
import type { AccountContext, Context, Mode } from "#core/context";
import { getBalance } from "./balances/balances";
import { toBalanceResource } from "./balances/resource";

export interface AccountOptions extends JsonOption {
  account: string;
  mode: Mode;
}

export async function balanceOutput(ctx: AccountContext): Promise<Output> {
  const balance = await getBalance(ctx);
  const { terms, currency, creditLimit, available } = balance;
  const limit = creditLimit === null ? "no limit" : `limit ${money(creditLimit, currency)}`;
  const left = available === null ? "" : `, ${money(available, currency)} available for orders`;
  return {
    lines: [
      `${ctx.account.slug}: ${terms ?? "no terms"}, ${limit}`,
      `Balance ${money(balance.balance, currency)}${left}`,
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

export function entryOf(ctx: AccountContext, { amount: text, reference, note }: EntryOptions) {
  const { currency } = ctx.account;
  return { amount: amountOf("--amount", { text, currency }), reference, note };
}

export const accountCommand = (group: Command, name: string, description: string) =>
  group
    .command(name)
    .description(description)
    .addOption(accountOption())
    .addOption(modeOption("whose balance"))
    .addOption(jsonOption());
