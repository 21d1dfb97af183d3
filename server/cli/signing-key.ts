// `till signing-key`: what signs the certificates of the whole installation.
import type { Command } from "commander";
import type { Context } from "#core/context";
import { listSigningKeys, rotateSigningKey, withdrawSigningKey } from "#domain/certificates";
import { type Answer, type JsonOption, runInTransaction } from "./command";

async function list(ctx: Context): Promise<Answer> {
  const keys = await listSigningKeys(ctx);
  const told = keys.map(({ id, createdAt, retiredAt }) => {
    const use = retiredAt === null ? "signs" : `signed until ${retiredAt.toISOString()}`;
    return `${id}  made ${createdAt.toISOString()}, ${use}`;
  });
  const none = "There is no key yet: the first is made with the first certificate.";
  return {
    lines: told.length === 0 ? [none] : told,
    document: {
      keys: keys.map(({ id, createdAt, retiredAt }) => ({
        id,
        created_on: createdAt.toISOString(),
        retired_on: retiredAt?.toISOString() ?? null,
      })),
    },
  };
}

async function rotate(ctx: Context): Promise<Answer> {
  await rotateSigningKey(ctx);
  return list(ctx);
}

async function withdraw(ctx: Context, id: string): Promise<Answer> {
  await withdrawSigningKey(ctx, id);
  return list(ctx);
}

/** Adds `signing-key list`, `rotate` and `withdraw`. */
export function addSigningKeyCommands(program: Command): void {
  const group = program.command("signing-key").description("what signs certificates");
  const add = (name: string, told: string) =>
    group.command(name).description(told).option("--json", "answer with one JSON document");
  add("list", "show the keys that are published, the one that signs first").action(
    (options: JsonOption) => runInTransaction(options, list),
  );
  add("rotate", "sign with a new key; what was signed before can still be checked").action(
    (options: JsonOption) => runInTransaction(options, rotate),
  );
  add("withdraw <id>", "unpublish a key that others may have; kept copies lose their proof").action(
    (id: string, options: JsonOption) => runInTransaction(options, (ctx) => withdraw(ctx, id)),
  );
}
