import path from "node:path";
import { type Command, Option } from "commander";
import type { Context } from "#core/context";
import { randomBase62 } from "#core/crypto";
import { database } from "#core/db";
import { env, isAppUrlSet } from "#core/env";
import { hashPassword } from "#core/passwords";
import {
  addMember,
  billingTerms,
  createAccount,
  createPerson,
  logoUrl,
  MAX_LOGO_BYTES,
  reopenAccount,
  type StockTerms,
  setAccountLogo,
  setStockTerms,
  setTerms,
  storeLogo,
  suspendAccount,
} from "#domain/accounts";
import { addPriceCommands } from "./account-prices";
import { termsOf } from "./billing-terms";
import {
  accountContext,
  accountOption,
  format,
  type JsonOption,
  jsonOption,
  type Output,
  readBytes,
  requireAccount,
  run,
  runInTransaction,
} from "./command";
import { addMerchantCommand } from "./merchant";

interface CreateOptions extends JsonOption {
  name: string;
  slug?: string;
  currency?: string;
  operatorEmail?: string;
  terms?: string;
  limit?: string;
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

async function createOperator(ctx: Context, accountId: string, operator: NewOperator) {
  const { email, password, passwordHash } = operator;
  const input = { email, name: email, passwordHash, isOperator: true };
  const { id: personId } = await createPerson(ctx, input);
  await addMember(ctx, { accountId, personId, role: "owner" });
  return { id: personId, email, password };
}

async function create(ctx: Context, options: CreateOptions): Promise<Output> {
  const { name, slug, currency, operatorEmail, terms, limit } = options;
  if (terms === undefined && limit !== undefined) throw new Error("--limit needs --terms.");
  const typed = terms !== undefined && { terms, ...(limit && { limit }) };
  const chosen = typed ? termsOf(typed, currency ?? env.CT_CURRENCY) : null;
  const prepared = operatorEmail ? await prepareOperator(operatorEmail) : null;
  const { live, test, operator } = await database().transaction(async (db) => {
    const inside = { ...ctx, db };
    const accounts = await createAccount(inside, { name, slug, currency });
    if (chosen) await setTerms({ ...inside, account: accounts.live }, chosen);
    const operator = prepared && (await createOperator(inside, accounts.live.id, prepared));
    return { ...accounts, operator };
  });
  const lines = [
    `Created account ${live.id} (${live.slug}) and its test account ${test.id} (${test.slug}).`,
    `Create an API key: npm run till -- key create --account ${live.slug} --mode test`,
  ];
  if (!chosen) {
    lines.push(
      `Live orders are refused until it has terms: npm run till -- billing terms --account ${live.slug} --mode live`,
    );
  }
  if (operator) {
    lines.push(`Operator: ${operator.email}, password (shown only once): ${operator.password}`);
  }
  const names = { id: live.id, slug: live.slug, name: live.name };
  return { lines, document: { ...names, test: { id: test.id, slug: test.slug }, operator } };
}

interface LogoOptions extends JsonOption {
  account: string;
  file?: string;
  remove?: boolean;
}

const contentTypes: Record<string, string> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".webp": "image/webp",
  ".svg": "image/svg+xml",
};

async function readLogo(ctx: Context, file: string): Promise<string> {
  const contentType = contentTypes[path.extname(file).toLowerCase()];
  if (contentType === undefined) {
    throw new Error(`${file} must end with ${Object.keys(contentTypes).join(", ")}`);
  }
  const bytes = await readBytes(file);
  if (bytes.length > MAX_LOGO_BYTES) {
    throw new Error(`${file} is larger than ${format(MAX_LOGO_BYTES)} bytes`);
  }
  return storeLogo(ctx, { contentType, bytes, field: file });
}

async function setLogo(ctx: Context, options: LogoOptions): Promise<Output> {
  const { file, remove = false } = options;
  if (file === undefined && !remove) throw new Error("Specify either --file <file> or --remove.");
  const current = await requireAccount(ctx, options.account);
  const fileKey = file === undefined ? null : await readLogo(ctx, file);
  const account = await database().transaction((db) =>
    setAccountLogo({ ...ctx, db, account: current }, { fileKey }),
  );
  const { id, slug } = account;
  const url = logoUrl(account);
  // Only the server knows its address if no setting has it.
  const address = isAppUrlSet() ? url : url && new URL(url).pathname;
  const done = url === null ? "Removed the logo" : `Set the logo ${address}`;
  return {
    lines: [`${done} for ${account.name}, live and test.`],
    document: { id, slug, logo_url: url },
  };
}

interface StateOptions extends JsonOption {
  account: string;
  /** Missing to reopen the account. */
  reason?: string;
}

interface StockOptions extends JsonOption {
  account: string;
  backOrderDays?: string | false;
  holdShare?: string;
}

async function setStock(ctx: Context, options: StockOptions): Promise<Output> {
  const inside = await accountContext(ctx, { account: options.account, mode: "live" });
  const { backOrderDays: days, holdShare } = options;
  const changes: Partial<StockTerms> = {
    ...(days !== undefined && { backOrderDays: days === false ? null : Number(days) }),
    ...(holdShare !== undefined && { holdSharePercent: Number(holdShare) }),
  };
  const { backOrderDays, holdSharePercent } = await setStockTerms(inside, changes);
  const beyond =
    backOrderDays === null
      ? "sells nothing beyond stock"
      : `sells beyond stock, with credits within ${backOrderDays} days`;
  return {
    lines: [
      `${inside.account.name}, live and test: ${beyond}; may reserve ${holdSharePercent}% of a portfolio's stock.`,
    ],
    document: {
      id: inside.account.id,
      back_order_days: backOrderDays,
      hold_share_percent: holdSharePercent,
    },
  };
}

async function suspend(ctx: Context, options: StateOptions): Promise<Output> {
  const inside = await accountContext(ctx, { account: options.account, mode: "live" });
  const { reason } = options;
  await (reason === undefined ? reopenAccount(inside) : suspendAccount(inside, { reason }));
  const { id, name } = inside.account;
  const state = reason === undefined ? "active" : "suspended";
  return { lines: [`${name}, live and test: ${state}.`], document: { id, state } };
}

function addSuspensionCommands(account: Command): void {
  account
    .command("suspend")
    .description(
      "refuse an account's keys, orders, payments and changes, live and test; what is under way " +
        "is finished",
    )
    .addOption(accountOption())
    .requiredOption("--reason <text>", "why; the account's members see it")
    .addOption(jsonOption())
    .action((options: StateOptions) => runInTransaction(options, (ctx) => suspend(ctx, options)));
  account
    .command("reopen")
    .description("end the suspension of an account")
    .addOption(accountOption())
    .addOption(jsonOption())
    .action((options: StateOptions) => runInTransaction(options, (ctx) => suspend(ctx, options)));
}

/** Adds `account create`, `logo`, `stock`, `price`, `suspend`, `reopen` and `merchant`. */
export function addAccountCommands(program: Command): void {
  const account = program.command("account").description("manage accounts");
  account
    .command("create")
    .description("create an account and its test account")
    .requiredOption("--name <name>", "the organization's name")
    .option("--currency <code>", "currency that it sells in, such as eur; default: CT_CURRENCY")
    .option("--slug <slug>", "short name used in URLs; derived from the name if omitted")
    .option("--operator-email <address>", "also create an operator who owns the account")
    .addOption(
      new Option(
        "--terms <terms>",
        "how it pays for live orders, which are refused without",
      ).choices(billingTerms),
    )
    .option("--limit <amount>", "credit limit of --terms invoice")
    .addOption(jsonOption())
    .action((options: CreateOptions) => run(options, (ctx) => create(ctx, options)));
  account
    .command("logo")
    .description("set or remove the logo of an account and its test account")
    .addOption(accountOption())
    .addOption(new Option("--file <file>", "a PNG, JPEG, WebP or SVG file of up to 5 MiB"))
    .addOption(new Option("--remove", "remove the logo").conflicts("file"))
    .addOption(jsonOption())
    .action((options: LogoOptions) => run(options, (ctx) => setLogo(ctx, options)));
  account
    .command("stock")
    .description("show or set how an account and its test account may sell scarce stock")
    .addOption(accountOption())
    .option("--back-order-days <days>", "sell beyond stock, with credits within these days")
    .option("--no-back-order-days", "sell nothing beyond stock")
    .option("--hold-share <percent>", "most of a portfolio's stock that it may reserve")
    .addOption(jsonOption())
    .action((options: StockOptions) => runInTransaction(options, (ctx) => setStock(ctx, options)));
  addPriceCommands(account);
  addSuspensionCommands(account);
  addMerchantCommand(account);
}
