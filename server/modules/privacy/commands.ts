// `till privacy`: export and erasure of personal data.
import type { Command } from "commander";
import {
  type JsonOption,
  jsonOption,
  type Output,
  requireAccount,
  run,
  runInTransaction,
} from "#cli/command";
import type { AccountContext, Context } from "#core/context";
import { database } from "#core/db";
import { plural } from "#core/text";
import { exportCustomer } from "./customer-data";
import { eraseCustomer } from "./erase-customer";
import { erasePerson } from "./erase-person";
import { findAccountsOfCustomer } from "./find-customers";
import { exportPerson } from "./person-data";
import { plainJson } from "./plain-json";
import { CustomerInput } from "./schema";

interface Subject extends JsonOption {
  email?: string;
  person?: string;
  account?: string;
}

interface EraseOptions extends Subject {
  yes?: boolean;
}

async function accountContext(ctx: Context, name: string): Promise<AccountContext> {
  return { ...ctx, account: await requireAccount(ctx, name) };
}

function onlyOne({ email, person }: Subject): void {
  if ((email === undefined) === (person === undefined)) {
    throw new Error("Name either a customer with --email, or someone with a login with --person.");
  }
}

async function exportSubject(ctx: Context, options: Subject): Promise<Output> {
  onlyOne(options);
  if (options.person !== undefined) {
    const document = plainJson(await exportPerson(ctx, { person: options.person }));
    return { lines: [JSON.stringify(document, null, 2)], document };
  }
  const customer = CustomerInput.parse({ email: options.email });
  const names = options.account ? [options.account] : await findAccountsOfCustomer(ctx, customer);
  const accounts = await Promise.all(names.map((name) => accountContext(ctx, name)));
  const distinct = new Map(accounts.map((each) => [each.account.id, each]));
  const parts = [];
  for (const each of distinct.values()) parts.push(await exportCustomer(each, customer));
  const document = plainJson(parts);
  return { lines: [JSON.stringify(document, null, 2)], document };
}

async function erase(ctx: Context, options: EraseOptions): Promise<Output> {
  if (options.person !== undefined) {
    const { id, memberships, remains } = await erasePerson(ctx, { person: options.person });
    return {
      lines: [
        `Erased ${id}: ended the logins and ${plural(memberships, "membership")}.`,
        ...remains,
      ],
      document: { person: id, memberships, remains },
    };
  }
  if (options.account === undefined) {
    throw new Error(
      "Name the account whose customer it is with --account: others keep their data.",
    );
  }
  const account = await accountContext(ctx, options.account);
  const erased = await eraseCustomer(account, CustomerInput.parse({ email: options.email }));
  const { sessions, orders, certificates, subaccounts, events, remains } = erased;
  return {
    lines: [
      `Erased the address in ${plural(sessions, "checkout session")} and ` +
        `${plural(subaccounts, "subaccount")}, and names in ${plural(orders, "order")}, ` +
        `${plural(certificates, "certificate")} and ${plural(events, "event")}.`,
      "These remain:",
      ...remains.map((line) => `  ${line}`),
    ],
    document: erased,
  };
}

/** Rolls the transaction back, and carries what it would have done. */
class DryRun extends Error {
  readonly output: Output;

  constructor(output: Output) {
    super("dry run");
    this.output = output;
  }
}

/** Without `--yes`, does everything and rolls it back, so that every refusal shows. */
async function eraseOrTry(ctx: Context, options: EraseOptions): Promise<Output> {
  onlyOne(options);
  try {
    return await database().transaction(async (db) => {
      const output = await erase({ ...ctx, db }, options);
      if (!options.yes) throw new DryRun(output);
      return output;
    });
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
    const { lines, document } = error.output;
    return {
      lines: [...lines, "Dry run: nothing was changed. Repeat it with --yes."],
      document: { ...Object(document), dry_run: true },
    };
  }
}

/** Adds `privacy export` and `erase`. */
export function addPrivacyCommands(program: Command): void {
  const group = program.command("privacy").description("export and erase personal data");
  const add = (name: string, description: string) =>
    group
      .command(name)
      .description(description)
      .option("--email <address>", "a customer of the checkout")
      .option("--person <id or email>", "someone with a login")
      .option("--account <id or slug>", "the account whose customer it is")
      .addOption(jsonOption());
  add("export", "print everything that is stored about a person or a customer").action(
    (options: Subject) => runInTransaction(options, (ctx) => exportSubject(ctx, options)),
  );
  add("erase", "remove a person's or a customer's address and names; a dry run without --yes")
    .option("--yes", "erase for good")
    .action((options: EraseOptions) => run(options, (ctx) => eraseOrTry(ctx, options)));
}
