// `till webhook-secret`: what signs an account's callbacks.
import { type Command, Option } from "commander";
import type { AccountContext, Context, Mode } from "#core/context";
import { notFound } from "#core/errors";
import { findAccount, twinOf } from "#domain/accounts";
import { ensureWebhookSecrets, rotateWebhookSecret, toWebhookSecretResource } from "#domain/events";
import { type Answer, type JsonOption, runInTransaction } from "./command";

interface Options extends JsonOption {
  account: string;
  mode: Mode;
}

type Secrets = Awaited<ReturnType<typeof ensureWebhookSecrets>>;

async function ofAccount(ctx: Context, options: Options): Promise<AccountContext> {
  const found = await findAccount(ctx, options.account);
  if (!found) throw notFound(`account "${options.account}"`);
  return { ...ctx, account: await twinOf(ctx, { account: found, mode: options.mode }) };
}

function answerOf({ account }: AccountContext, secrets: Secrets): Answer {
  const until = (at: Date | null) => (at === null ? "" : `  valid until ${at.toISOString()}`);
  const lines = secrets.map(({ secret, expiresAt }) => secret + until(expiresAt));
  return {
    lines: [`The callbacks of ${account.name} (${account.id}) are signed with:`, ...lines],
    document: {
      account_id: account.id,
      mode: account.mode,
      secrets: secrets.map(toWebhookSecretResource),
    },
  };
}

async function show(ctx: Context, options: Options): Promise<Answer> {
  const inside = await ofAccount(ctx, options);
  return answerOf(inside, await ensureWebhookSecrets(inside));
}

async function rotate(ctx: Context, options: Options): Promise<Answer> {
  const inside = await ofAccount(ctx, options);
  return answerOf(inside, await rotateWebhookSecret(inside));
}

/** Adds `webhook-secret show` and `webhook-secret rotate`. */
export function addWebhookSecretCommands(program: Command): void {
  const group = program.command("webhook-secret").description("what signs an account's callbacks");
  const add = (
    name: string,
    told: string,
    work: (ctx: Context, options: Options) => Promise<Answer>,
  ) =>
    group
      .command(name)
      .description(told)
      .requiredOption("--account <id or slug>", "whose; the live account's or its test twin's")
      .addOption(
        new Option("--mode <mode>", "which twin").choices(["test", "live"]).default("test"),
      )
      .option("--json", "answer with one JSON document")
      .action((options: Options) => runInTransaction(options, (ctx) => work(ctx, options)));
  add("show", "show the secrets that are valid; the first is made where there is none", show);
  add("rotate", "make a new secret; the one before it stays valid for 24 hours", rotate);
}
