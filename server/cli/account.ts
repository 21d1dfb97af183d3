// `till account`: the organisations that buy.
import path from "node:path";
import { type Command, Option } from "commander";
import type { Context } from "#core/context";
import { randomBase62 } from "#core/crypto";
import { database } from "#core/db";
import { notFound } from "#core/errors";
import { hashPassword } from "#core/passwords";
import {
  addMember,
  createAccount,
  createPerson,
  findAccount,
  logoUrl,
  MAX_LOGO_BYTES,
  setAccountLogo,
  storeLogo,
} from "#domain/accounts";
import { type Answer, format, type JsonOption, readBytes, run } from "./command";

interface Options extends JsonOption {
  name: string;
  slug?: string;
  operatorEmail?: string;
}

interface NewOperator {
  email: string;
  password: string;
  passwordHash: string;
}

/** Hashes the password, so it runs before the transaction. */
async function prepareOperator(email: string): Promise<NewOperator> {
  const password = randomBase62(20);
  return { email, password, passwordHash: await hashPassword(password) };
}

/** A person who owns the account and runs the installation; the password is shown this once. */
async function createOperator(ctx: Context, accountId: string, operator: NewOperator) {
  const { email, password, passwordHash } = operator;
  const input = { email, name: email, passwordHash, isOperator: true };
  const { id: personId } = await createPerson(ctx, input);
  await addMember(ctx, { accountId, personId, role: "owner" });
  return { id: personId, email, password };
}

async function create(ctx: Context, { name, slug, operatorEmail }: Options): Promise<Answer> {
  const prepared = operatorEmail ? await prepareOperator(operatorEmail) : null;
  const { live, test, operator } = await database().transaction(async (db) => {
    const inside = { ...ctx, db };
    const twins = await createAccount(inside, { name, slug });
    const operator = prepared && (await createOperator(inside, twins.live.id, prepared));
    return { ...twins, operator };
  });
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

interface LogoOptions extends JsonOption {
  account: string;
  file?: string;
  remove?: boolean;
}

/** What the ending of a picture's name says that it is. */
const contentTypes: Record<string, string> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".webp": "image/webp",
  ".svg": "image/svg+xml",
};

async function keepLogo(ctx: Context, file: string): Promise<string> {
  const contentType = contentTypes[path.extname(file).toLowerCase()];
  if (contentType === undefined) {
    throw new Error(`${file} must end with ${Object.keys(contentTypes).join(", ")}`);
  }
  const bytes = await readBytes(file);
  if (bytes.length > MAX_LOGO_BYTES) {
    throw new Error(`${file} has more than ${format(MAX_LOGO_BYTES)} bytes`);
  }
  return storeLogo(ctx, { contentType, bytes, field: file });
}

async function setLogo(ctx: Context, options: LogoOptions): Promise<Answer> {
  const { account: wanted, file, remove = false } = options;
  if (file === undefined && !remove) throw new Error("say either --file <file> or --remove");
  const found = await findAccount(ctx, wanted);
  if (!found) throw notFound(`account "${wanted}"`);
  const fileKey = file === undefined ? null : await keepLogo(ctx, file);
  const account = await database().transaction((db) =>
    setAccountLogo({ ...ctx, db, account: found }, { fileKey }),
  );
  const { id, slug } = account;
  const url = logoUrl(account);
  const told = url === null ? "no logo any more" : `the logo ${url}`;
  return {
    lines: [`${account.name} has ${told}, on live and on test.`],
    document: { id, slug, logo_url: url },
  };
}

/** Adds `account create` and `account logo`. */
export function addAccountCommands(program: Command): void {
  const account = program.command("account").description("the organisations that buy");
  account
    .command("create")
    .description("make an account and its test twin")
    .requiredOption("--name <name>", "the organisation's name")
    .option("--slug <slug>", "its name in addresses; made from the name where left out")
    .option("--operator-email <address>", "also make a person who owns it and is an operator")
    .option("--json", "answer with one JSON document")
    .action((options: Options) => run(options, (ctx) => create(ctx, options)));
  account
    .command("logo")
    .description("give an account and its test twin a logo, or take it away")
    .requiredOption("--account <id or slug>", "whose; the live account's or its test twin's")
    .addOption(new Option("--file <file>", "a PNG, JPEG, WebP or SVG of up to 5 MiB"))
    .addOption(new Option("--remove", "take it away").conflicts("file"))
    .option("--json", "answer with one JSON document")
    .action((options: LogoOptions) => run(options, (ctx) => setLogo(ctx, options)));
}
