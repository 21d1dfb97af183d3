// `till billing`: how accounts pay for their API orders.
import { type Command, Option } from "commander";
import type { AccountContext } from "#core/context";
import {
  RecordAdjustment,
  RecordDeposit,
  recordAdjustment,
  recordDeposit,
  SetTerms,
  setTerms,
} from "#domain/balances";
import { refreshTaxRate } from "#domain/billing";
import { addDocumentCommands } from "./billing-documents";
import {
  type AccountOptions,
  accountCommand,
  balanceOutput,
  dollars,
  type EntryOptions,
  entryOf,
  inAccount,
  valid,
} from "./billing-options";
import { accountContext, run } from "./command";

interface TermsOptions extends AccountOptions {
  terms: string;
  limit?: string;
}

async function terms(ctx: AccountContext, options: TermsOptions): Promise<void> {
  const limit = options.limit === undefined ? null : dollars("--limit", options.limit);
  const input = valid(SetTerms, {
    terms: options.terms === "none" ? null : options.terms,
    credit_limit_usd_cents: limit,
  });
  await setTerms(ctx, input);
  await refreshTaxRate(ctx);
}

/** Adds `billing balance`, `terms`, `deposit` and `adjust`, and the commands of documents. */
export function addBillingCommands(program: Command): void {
  const group = program.command("billing").description("manage how accounts pay for API orders");
  addDocumentCommands(group);
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
        await recordDeposit(ctx, valid(RecordDeposit, entryOf(options)));
      }),
    );
  accountCommand(group, "adjust", "correct a balance, with a reason")
    .requiredOption("--amount <dollars>", "what is added; negative to subtract")
    .requiredOption("--reference <text>", "your reference; recorded once per account")
    .requiredOption("--note <text>", "the reason")
    .action(
      inAccount<EntryOptions>(async (ctx, options) => {
        await recordAdjustment(ctx, valid(RecordAdjustment, entryOf(options)));
      }),
    );
}
