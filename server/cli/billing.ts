// `till billing`: how accounts pay for their API orders.
import { type Command, Option } from "commander";
import type { AccountContext, Context, Mode } from "#core/context";
import { formatMoney } from "#core/money";
import { typedDollars } from "#core/typed-dollars";
import {
  getBalance,
  RecordAdjustment,
  RecordDeposit,
  recordAdjustment,
  recordDeposit,
  SetTerms,
  setTerms,
  toBalanceResource,
} from "#domain/balances";
import {
  accountContext,
  accountOption,
  type JsonOption,
  jsonOption,
  modeOption,
  type Output,
  run,
  runInTransaction,
} from "./command";

interface AccountOptions extends JsonOption {
  account: string;
  mode: Mode;
}

const money = (cents: number) => formatMoney(cents, "USD", "en-US");

const Dollars = typedDollars({ minCents: 0, maxCents: 9_999_999_999 });

/** @throws if it is no amount of dollars */
function dollars(name: string, text: string): number {
  const cents = Dollars.safeParse(text.replace(/^-/, ""));
  if (!cents.success) throw new Error(`${name} ${cents.error.issues[0]?.message}`);
  return text.startsWith("-") ? -cents.data : cents.data;
}

async function balanceOutput(ctx: AccountContext): Promise<Output> {
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

const inAccount =
  <Options extends AccountOptions>(
    work: (ctx: AccountContext, options: Options) => Promise<void>,
  ) =>
  (options: Options) =>
    runInTransaction(options, async (ctx: Context) => {
      const own = await accountContext(ctx, options);
      await work(own, options);
      return balanceOutput(own);
    });

interface TermsOptions extends AccountOptions {
  terms: string;
  limit?: string;
}

async function terms(ctx: AccountContext, options: TermsOptions): Promise<void> {
  const limit = options.limit === undefined ? null : dollars("--limit", options.limit);
  const input = SetTerms.parse({
    terms: options.terms === "none" ? null : options.terms,
    credit_limit_usd_cents: limit,
  });
  const { taxRateBasisPoints } = await getBalance(ctx);
  await setTerms(ctx, { ...input, taxRateBasisPoints });
}

interface EntryOptions extends AccountOptions {
  amount: string;
  reference: string;
  note?: string;
}

function entryOf({ amount, reference, note }: EntryOptions) {
  return { amount_usd_cents: dollars("--amount", amount), reference, note };
}

const accountCommand = (group: Command, name: string, description: string) =>
  group
    .command(name)
    .description(description)
    .addOption(accountOption())
    .addOption(modeOption("whose balance"))
    .addOption(jsonOption());

/** Adds `billing balance`, `terms`, `deposit` and `adjust`. */
export function addBillingCommands(program: Command): void {
  const group = program.command("billing").description("manage how accounts pay for API orders");
  accountCommand(group, "balance", "print an account's terms and balance").action(
    (options: AccountOptions) =>
      run(options, async (ctx) => balanceOutput(await accountContext(ctx, options))),
  );
  accountCommand(group, "terms", "set how an account pays from now on")
    .addOption(
      new Option("--terms <terms>", "how the account pays")
        .choices(["prepaid", "invoice", "none"])
        .makeOptionMandatory(),
    )
    .option("--limit <dollars>", "credit limit; without it, nothing limits `invoice`")
    .action(inAccount(terms));
  accountCommand(group, "deposit", "record money that an account has paid in advance")
    .requiredOption("--amount <dollars>", "the amount, such as 1000.00")
    .requiredOption("--reference <text>", "the bank's reference; recorded once per account")
    .option("--note <text>", "a note for the ledger")
    .action(
      inAccount<EntryOptions>(async (ctx, options) => {
        await recordDeposit(ctx, RecordDeposit.parse(entryOf(options)));
      }),
    );
  accountCommand(group, "adjust", "correct a balance, with a reason")
    .requiredOption("--amount <dollars>", "what is added; negative to subtract")
    .requiredOption("--reference <text>", "your reference; recorded once per account")
    .requiredOption("--note <text>", "the reason")
    .action(
      inAccount<EntryOptions>(async (ctx, options) => {
        await recordAdjustment(ctx, RecordAdjustment.parse(entryOf(options)));
      }),
    );
}
