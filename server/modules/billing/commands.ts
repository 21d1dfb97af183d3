// `till billing`: balances of accounts.
import type { Command } from "commander";
import { valid } from "#cli/amounts";
import { accountContext, run } from "#cli/command";
import { recordAdjustment, recordDeposit } from "./balances/balances";
import { RecordAdjustment, RecordDeposit } from "./balances/schema";
import {
  type AccountOptions,
  accountCommand,
  balanceOutput,
  type EntryOptions,
  entryOf,
  inAccount,
} from "./command-options";
import { addDocumentCommands } from "./document-commands";
import { addIssuerCommands } from "./issuer-commands";
import { addRateCommands } from "./rate-commands";

/** Adds `billing balance`, `deposit` and `adjust`, and the commands of documents. */
export function addBillingCommands(group: Command): void {
  addDocumentCommands(group);
  addIssuerCommands(group);
  addRateCommands(group);
  accountCommand(group, "balance", "print an account's terms and balance").action(
    (options: AccountOptions) =>
      run(options, async (ctx) => balanceOutput(await accountContext(ctx, options))),
  );
  accountCommand(group, "deposit", "record money that an account has paid in advance")
    .requiredOption("--amount <amount>", "the amount, such as 1000.00")
    .requiredOption("--reference <text>", "the bank's reference; recorded once per account")
    .option("--note <text>", "a note for the ledger")
    .action(
      inAccount<EntryOptions>(async (ctx, options) => {
        await recordDeposit(ctx, valid(RecordDeposit, entryOf(ctx, options)));
      }),
    );
  accountCommand(group, "adjust", "correct a balance, with a reason")
    .requiredOption("--amount <amount>", "what is added; negative to subtract")
    .requiredOption("--reference <text>", "your reference; recorded once per account")
    .requiredOption("--note <text>", "the reason")
    .action(
      inAccount<EntryOptions>(async (ctx, options) => {
        await recordAdjustment(ctx, valid(RecordAdjustment, entryOf(ctx, options)));
      }),
    );
}
