// `till key`: API keys.
import { type Command, Option } from "commander";
import type { Context, Mode, Scope } from "#core/context";
import { notFound } from "#core/errors";
import { createApiKey, findAccount, twinOf } from "#domain/accounts";
import { type Answer, type JsonOption, runInTransaction } from "./command";

interface Options extends JsonOption {
  account: string;
  mode: Mode;
  scope: Scope;
  name: string;
}

async function create(ctx: Context, { account: wanted, mode, scope, name }: Options) {
  const found = await findAccount(ctx, wanted);
  if (!found) throw notFound(`account "${wanted}"`);
  const account = await twinOf(ctx, { account: found, mode });
  const { id, token } = await createApiKey({ ...ctx, account }, { name, scope });
  const answer: Answer = {
    lines: [`A ${mode} key (${scope}) of ${account.name} (${account.id}), shown this once:`, token],
    document: { id, token, account_id: account.id, mode, scope, name },
  };
  return answer;
}

/** Adds `key create`. */
export function addKeyCommands(program: Command): void {
  const key = program.command("key").description("API keys");
  key
    .command("create")
    .description("make an API key; its token is shown once")
    .requiredOption("--account <id or slug>", "whose key; the live account's or its test twin's")
    .addOption(new Option("--mode <mode>", "which twin").choices(["test", "live"]).default("test"))
    .addOption(
      new Option("--scope <scope>", "what it may do").choices(["read", "write"]).default("write"),
    )
    .option("--name <name>", "what you call it", "Made by till")
    .option("--json", "answer with one JSON document")
    .action((options: Options) => runInTransaction(options, (ctx) => create(ctx, options)));
}
