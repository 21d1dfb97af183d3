// `till signing-key` and `till webhook-secret`: what certificates and webhooks are signed with.
import type { Command } from "commander";
import type { AccountContext, Context, Mode } from "#core/context";
import { listSigningKeys, rotateSigningKey, withdrawSigningKey } from "#domain/certificates";
import { ensureWebhookSecrets, rotateWebhookSecret, toWebhookSecretResource } from "#domain/events";
import {
  accountContext,
  accountOption,
  type JsonOption,
  jsonOption,
  modeOption,
  type Output,
  runInTransaction,
} from "./command";

async function listKeys(ctx: Context): Promise<Output> {
  const keys = await listSigningKeys(ctx);
  const lines = keys.map(({ id, createdAt, retiredAt }) => {
    const use = retiredAt === null ? "in use" : `in use until ${retiredAt.toISOString()}`;
    return `${id}  created ${createdAt.toISOString()}, ${use}`;
  });
  return {
    lines:
      lines.length > 0
        ? lines
        : ["No signing keys yet. The first certificate creates the first key."],
    document: {
      keys: keys.map(({ id, createdAt, retiredAt }) => ({
        id,
        created_on: createdAt.toISOString(),
        retired_on: retiredAt?.toISOString() ?? null,
      })),
    },
  };
}

async function rotateKey(ctx: Context): Promise<Output> {
  await rotateSigningKey(ctx);
  return listKeys(ctx);
}

async function revokeKey(ctx: Context, id: string): Promise<Output> {
  await withdrawSigningKey(ctx, id);
  return listKeys(ctx);
}

/** Adds `signing-key list`, `rotate` and `withdraw`. */
export function addSigningKeyCommands(program: Command): void {
  const group = program
    .command("signing-key")
    .description("manage the keys that certificates are signed with");
  const add = (name: string, description: string) =>
    group.command(name).description(description).addOption(jsonOption());
  add("list", "list the published keys; the first one is in use").action((options: JsonOption) =>
    runInTransaction(options, listKeys),
  );
  add("rotate", "create a new key and sign with it; certificates signed before stay valid").action(
    (options: JsonOption) => runInTransaction(options, rotateKey),
  );
  add(
    "withdraw <id>",
    "unpublish a key that has leaked; saved certificates signed with it no longer verify",
  ).action((id: string, options: JsonOption) =>
    runInTransaction(options, (ctx) => revokeKey(ctx, id)),
  );
}

interface SecretOptions extends JsonOption {
  account: string;
  mode: Mode;
}

type Secrets = Awaited<ReturnType<typeof ensureWebhookSecrets>>;

function secretsOutput({ account }: AccountContext, secrets: Secrets): Output {
  const expiration = (at: Date | null) => (at === null ? "" : `  expires ${at.toISOString()}`);
  const lines = secrets.map(({ secret, expiresAt }) => secret + expiration(expiresAt));
  return {
    lines: [`Webhooks of ${account.name} (${account.id}) are signed with:`, ...lines],
    document: {
      account_id: account.id,
      mode: account.mode,
      secrets: secrets.map(toWebhookSecretResource),
    },
  };
}

/** Adds `webhook-secret show` and `webhook-secret rotate`. */
export function addWebhookSecretCommands(program: Command): void {
  const group = program
    .command("webhook-secret")
    .description("manage the secrets that an account's webhooks are signed with");
  const add = (
    name: string,
    description: string,
    work: (ctx: AccountContext) => Promise<Secrets>,
  ) =>
    group
      .command(name)
      .description(description)
      .addOption(accountOption())
      .addOption(modeOption("the mode of the account"))
      .addOption(jsonOption())
      .action((options: SecretOptions) =>
        runInTransaction(options, async (ctx) => {
          const inside = await accountContext(ctx, options);
          return secretsOutput(inside, await work(inside));
        }),
      );
  add("show", "show the current secrets; creates the first one if needed", ensureWebhookSecrets);
  add(
    "rotate",
    "create a new secret; the previous one stays valid for 24 hours",
    rotateWebhookSecret,
  );
}
