// `till billing`: how accounts pay for their API orders.
import { type Command, Option } from "commander";
import type { AccountContext } from "#core/context";
import { billingTerms } from "#domain/accounts";
import {
  RecordAdjustment,
  RecordDeposit,
  recordAdjustment,
  recordDeposit,
  setTerms,
} from "#domain/balances";
import { refreshTaxRate } from "#domain/billing";
import { addDocumentCommands } from "./billing-documents";
import {
  type AccountOptions,
  accountCommand,
  balanceOutput,
  type EntryOptions,
  entryOf,
  inAccount,
  type TermsOptions,
  termsOf,
  valid,
} from "./billing-options";
import { accountContext, run } from "./command";

async function terms(ctx: AccountContext, options: TermsOptions): Promise<void> {
  await setTerms(ctx, termsOf(options));
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
      new Option("--terms <terms>", "how the account pays; none is for test mode")
        .choices([...billingTerms, "none"])
        .makeOptionMandatory(),
    )
    .option("--limit <dollars>", "credit limit; without it, nothing limits `invoice`")
    .action(inAccount<TermsOptions & AccountOptions>(terms));
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
