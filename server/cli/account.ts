// `till account`: the organisations that buy.
import type { Command } from "commander";
import type { Context } from "#core/context";
import { randomBase62 } from "#core/crypto";
import { addMember, createAccount, createPerson } from "#domain/accounts";
import { type Answer, type JsonOption, runInTransaction } from "./command";

interface Options extends JsonOption {
  name: string;
  slug?: string;
  operatorEmail?: string;
}

/** A person who owns the account and runs the installation; the password is shown this once. */
async function createOperator(ctx: Context, accountId: string, email: string) {
  const password = randomBase62(20);
  const input = { email, name: email, password, isOperator: true };
  const { id: personId } = await createPerson(ctx, input);
  await addMember(ctx, { accountId, personId, role: "owner" });
  return { id: personId, email, password };
}

async function create(ctx: Context, { name, slug, operatorEmail }: Options): Promise<Answer> {
  const { live, test } = await createAccount(ctx, { name, slug });
  const operator = operatorEmail ? await createOperator(ctx, live.id, operatorEmail) : null;
  const lines = [
    `Account ${live.id} (${live.slug}) made, with its test twin ${test.id} (${test.slug}).`,
    `A key for it: npm run till -- key create --account ${live.slug} --mode test`,
  ];
  if (operator) {
    lines.push(`Operator ${operator.email}, password (shown this once): ${operator.password}`);
  }
  const { id, slug: liveSlug } = live;
  const twin = { id: test.id, slug: test.slug };
  return { lines, document: { id, slug: liveSlug, name: live.name, test: twin, operator } };
}

/** Adds `account create`. */
export function addAccountCommands(program: Command): void {
  const account = program.command("account").description("the organisations that buy");
  account
    .command("create")
    .description("make an account and its test twin")
    .requiredOption("--name <name>", "the organisation's name")
    .option("--slug <slug>", "its name in addresses; made from the name where left out")
    .option("--operator-email <address>", "also make a person who owns it and is an operator")
    .option("--json", "answer with one JSON document")
    .action((options: Options) => runInTransaction(options, (ctx) => create(ctx, options)));
}
