// Fills an empty database: with a sandbox and a demo account, or with CT_DEMO=0 with one operator.
import { randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import type { Context } from "#core/context";
import { randomBase62, sha256 } from "#core/crypto";
import { type Db, database } from "#core/db";
import { withDatabaseUse } from "#core/db-client";
import { isLockTimeout } from "#core/db-errors";
import { appUrl, env } from "#core/env";
import { log } from "#core/log";
import { hashPassword } from "#core/passwords";
import { addMember, createAccount, createApiKey, createPerson, setTerms } from "#domain/accounts";
import { lockCatalogue } from "#domain/catalogue";
import { draftOrder, placeOrder } from "#domain/orders";
import { importCatalogueFile } from "#domain/registries";
import { billing } from "#modules";
import { beginYear } from "./demo/year";
import sandbox from "./sandbox-catalogue.json" with { type: "json" };

export { fillYear, hasUnfilledYear } from "./demo/year";

/** Stored in a file to print it again at later starts: the database has only hashes of it. */
const Demo = z.strictObject({ email: z.string(), password: z.string(), key: z.string() });
type Demo = z.infer<typeof Demo>;

/** Of up to 100 seconds each. */
const MAX_TRIES = 20;

const demoFile = () => path.resolve(env.CT_DATA_DIR, "demo.json");

async function storeDemo(demo: Demo): Promise<void> {
  const file = demoFile();
  try {
    await fs.mkdir(path.dirname(file), { recursive: true });
    await fs.writeFile(`${file}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
    await fs.rename(`${file}.new`, file);
  } catch (error) {
    log.warn(
      { event: "demo.credentials_not_stored", err: error },
      "could not store the demo credentials; they are shown only once",
    );
  }
}

async function readDemo(): Promise<Demo | null> {
  try {
    return Demo.parse(JSON.parse(await fs.readFile(demoFile(), "utf8")));
  } catch {
    // Missing or edited: nothing to print.
    return null;
  }
}

/** Stored demo credentials, if they belong to this database. */
async function findDemo(): Promise<Demo | null> {
  const demo = await readDemo();
  if (!demo) return null;
  const tokenHash = new Uint8Array(sha256(demo.key));
  const key = await database().prisma.apiKey.findUnique({ where: { tokenHash } });
  return key?.revokedAt === null ? demo : null;
}

function demoLines({ email, password, key }: Demo): string[] {
  return [
    `  Login         ${email}   password ${password}`,
    `  Test API key  ${key}`,
    `  Guide         ${appUrl()}/docs`,
    "  First order   paste this, then open the certificate_public_url of the response:",
    "",
    `curl -sS -X POST '${appUrl()}/v1/orders' -H 'Authorization: Bearer ${key}' ` +
      `-H 'Content-Type: application/json' -d '{"amount_kg": 25}'`,
  ];
}

interface Password {
  password: string;
  passwordHash: string;
}

async function newPassword(length: number): Promise<Password> {
  const password = randomBase62(length);
  return { password, passwordHash: await hashPassword(password) };
}

/** A second account, which sells in euros. */
async function createEuroDemo(ctx: Context, { personId }: { personId: string }): Promise<void> {
  const account = { name: "Demo Europe", slug: "demo-europe", currency: "eur" };
  const { live, test } = await createAccount(ctx, account);
  const terms = {
    terms: "billed_elsewhere",
    credit_limit: null,
    limits: billing,
  } as const;
  await setTerms({ ...ctx, account: live }, terms);
  await addMember(ctx, { accountId: live.id, personId, role: "owner" });
  for (const [index, amount_kg] of [25, 150, 1000].entries()) {
    const inside = { ...ctx, account: test, now: new Date(ctx.now.getTime() + index) };
    const order = await draftOrder(inside, { amount_kg, subaccountId: null });
    await placeOrder(inside, { order, charge: billing.charge });
  }
}

async function createDemo(ctx: Context, { password, passwordHash }: Password): Promise<string[]> {
  await importCatalogueFile(ctx, { file: sandbox, confirmPrices: true });
  const { live, test } = await createAccount(ctx, {
    ...{ name: "Demo Company", slug: "demo", currency: "usd" },
  });
  const terms = {
    terms: "billed_elsewhere",
    credit_limit: null,
    limits: billing,
  } as const;
  await setTerms({ ...ctx, account: live }, terms);
  const demo = { email: "demo@example.com", password };
  const person = await createPerson(ctx, {
    email: demo.email,
    name: "Demo Operator",
    passwordHash,
    isOperator: true,
    isSecondFactorExempt: true,
  });
  await addMember(ctx, { accountId: live.id, personId: person.id, role: "owner" });
  await createEuroDemo(ctx, { personId: person.id });
  const input = { name: "Demo", scope: "write" } as const;
  const { token } = await createApiKey({ ...ctx, account: test }, input);
  if (env.CT_DEMO === "full") await beginYear({ ...ctx, account: test });
  // Before the commit: a concurrent start that waits for it reads the file.
  await storeDemo({ ...demo, key: token });
  return demoLines({ ...demo, key: token });
}

async function createOperatorLogin(
  ctx: Context,
  { password, passwordHash }: Password,
): Promise<string[]> {
  const email = "operator@example.com";
  await createPerson(ctx, { email, name: "Operator", passwordHash, isOperator: true });
  return [`  Operator login  ${email}   password (shown this once) ${password}`];
}

async function isEmpty(db: Db): Promise<boolean> {
  return (await db.prisma.account.count()) + (await db.prisma.person.count()) === 0;
}

/** Waits for another process that fills the database: that takes longer than a lock is waited for. */
async function onceUnlocked<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isLockTimeout(error) || tries === MAX_TRIES) throw error;
    }
  }
}

/** Fills an empty database. Returns lines to print for the person who started the app. */
export async function seed(): Promise<{ lines: string[] }> {
  // Hashing is slow, so it happens before the transaction.
  const password = (await isEmpty(database()))
    ? await newPassword(env.CT_DEMO === "none" ? 20 : 16)
    : null;
  const fill = async (db: Db): Promise<string[] | null> => {
    const actor = { type: "system", name: "seed" } as const;
    const ctx: Context = { actor, db, now: new Date(), requestId: randomUUID(), log };
    // Of two concurrent starts, one waits here and then sees a filled database.
    await lockCatalogue(ctx, "test");
    if (!password || !(await isEmpty(db))) return null;
    return env.CT_DEMO === "none" ? createOperatorLogin(ctx, password) : createDemo(ctx, password);
  };
  // A statement that waits for the other start may take longer than one of a request.
  const created = await onceUnlocked(() =>
    withDatabaseUse("long", () => database().transaction(fill)),
  );
  if (created) return { lines: created };
  const demo = env.CT_DEMO === "none" ? null : await findDemo();
  return { lines: demo ? demoLines(demo) : [] };
}
