// `till secrets`: encryption of the secrets in the database.
import type { Command } from "commander";
import type { Context } from "#core/context";
import { newKeyBytes } from "#core/crypto";
import { database } from "#core/db";
import { plural } from "#core/text";
import {
  encryptSecrets,
  getSecretsStatus,
  rotateMasterKey,
  type SecretsStatus,
} from "#domain/secrets";
import { type JsonOption, jsonOption, type Output, run, runInTransaction } from "./command";

function summaryOf({ masterKeyId, configuredKeyId, isUsable }: SecretsStatus): string {
  if (masterKeyId === null) {
    return configuredKeyId === null
      ? "Nothing is encrypted: CT_MASTER_KEY is not set."
      : "Nothing is encrypted yet: run `till secrets encrypt`.";
  }
  if (masterKeyId === configuredKeyId) return `Encrypted with CT_MASTER_KEY (${masterKeyId}).`;
  return isUsable
    ? `Encrypted with ${masterKeyId} of CT_MASTER_KEY_OLD: run \`till secrets rotate\`.`
    : `Encrypted with ${masterKeyId}, which is not configured.`;
}

async function status(ctx: Context): Promise<Output> {
  const report = await getSecretsStatus(ctx);
  return {
    lines: [
      summaryOf(report),
      ...report.columns.map(
        ({ label, plain, encrypted }) => `  ${label}: ${encrypted} encrypted, ${plain} plain`,
      ),
    ],
    document: {
      master_key: report.masterKeyId,
      configured_key: report.configuredKeyId,
      columns: report.columns.map(({ column, plain, encrypted }) => ({ column, plain, encrypted })),
    },
  };
}

async function encrypt(ctx: Context): Promise<Output> {
  const encrypted = await encryptSecrets(ctx, { database: database() });
  return { lines: [`Encrypted ${plural(encrypted, "secret")}.`], document: { encrypted } };
}

async function rotate(ctx: Context): Promise<Output> {
  const rotated = await rotateMasterKey(ctx);
  const line = rotated
    ? "CT_MASTER_KEY is in use. Remove the former key from CT_MASTER_KEY_OLD."
    : "CT_MASTER_KEY is in use already.";
  return { lines: [line], document: { rotated } };
}

/** Adds `secrets generate-key`, `status`, `encrypt` and `rotate`. */
export function addSecretsCommands(program: Command): void {
  const group = program
    .command("secrets")
    .description("manage the encryption of secrets in the database");
  const add = (name: string, description: string) =>
    group.command(name).description(description).addOption(jsonOption());
  group
    .command("generate-key")
    .description("print a new key for CT_MASTER_KEY; uses no database")
    .action(() => {
      process.stdout.write(`${newKeyBytes().toString("base64")}\n`);
    });
  add("status", "count encrypted and plain secrets").action((options: JsonOption) =>
    run(options, status),
  );
  add(
    "encrypt",
    "encrypt all secrets that are plain, and new ones from now on; can be interrupted and repeated",
  ).action((options: JsonOption) => run(options, encrypt));
  add(
    "rotate",
    "protect the secrets with CT_MASTER_KEY instead of a key in CT_MASTER_KEY_OLD",
  ).action((options: JsonOption) => runInTransaction(options, rotate));
}
