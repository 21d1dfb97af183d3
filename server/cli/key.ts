import { type Command, Option } from "commander";
import type { Context, Mode, Scope } from "#core/context";
import { formatMoney } from "#core/money";
import { createApiKey } from "#domain/accounts";
import { positiveAmount } from "./amounts";
import {
  accountContext,
  accountOption,
  type JsonOption,
  jsonOption,
  modeOption,
  type Output,
  runInTransaction,
} from "./command";

interface KeyOptions extends JsonOption {
  account: string;
  mode: Mode;
  scope: Scope;
  name: string;
  spendingLimit?: string;
}

async function createKey(ctx: Context, options: KeyOptions): Promise<Output> {
  const { mode, scope, name, spendingLimit } = options;
  const inside = await accountContext(ctx, options);
  const { account } = inside;
  const { currency } = account;
  const limit =
    spendingLimit === undefined
      ? null
      : positiveAmount("--spending-limit", spendingLimit, currency);
  const { id, token } = await createApiKey(inside, { name, scope, spendingLimit: limit });
  const limited =
    limit === null
      ? ""
      : `, for orders of up to ${formatMoney({ minor: limit, currency }, "en-US")} a month (UTC)`;
  return {
    lines: [
      `Created a ${mode} API key with ${scope} scope for ${account.name} (${account.id})${limited}. ` +
        "It is shown only once:",
      token,
    ],
    document: {
      ...{ id, token, account_id: account.id, mode, scope, name },
      ...(limit !== null && { currency, spending_limit: limit }),
    },
  };
}

/** Adds `key create`. */
export function addKeyCommands(program: Command): void {
  const key = program.command("key").description("manage API keys");
  key
    .command("create")
    .description("create an API key; its token is shown only once")
    .addOption(accountOption())
    .addOption(modeOption("the mode of the key"))
    .addOption(
      new Option("--scope <scope>", "what the key may do")
        .choices(["read", "write"])
        .default("write"),
    )
    .option("--name <name>", "a name to recognize the key by", "Created by till")
    .option(
      "--spending-limit <amount>",
      "what its orders may cost in a calendar month, in the account's currency, before tax",
    )
    .addOption(jsonOption())
    .action((options: KeyOptions) => runInTransaction(options, (ctx) => createKey(ctx, options)));
}
