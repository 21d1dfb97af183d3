// Encryption of the secrets in the database with CT_MASTER_KEY.
import { Secret, TOTP } from "otpauth";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { AccountContext } from "#core/context";
import { newKeyBytes } from "#core/crypto";
import { type Database, database } from "#core/db";
import { env } from "#core/env";
import { oncePerProcess } from "#core/once-per-process";
import { ensureSigningKey } from "#domain/certificates";
import { ensureWebhookSecrets, rotateWebhookSecret } from "#domain/events";
import { enableTotp, ensureCookieSecret } from "#domain/people";
import { contextOf, makeAccount, systemContext } from "#testing/factories";
import { makePerson, testVisitor, tryLogin } from "#testing/people";
import { runTill, runTillJson } from "#testing/till";
import { encryptSecrets } from ".";

const newKey = () => newKeyBytes().toString("base64");
const [oldKey, otherKey] = [newKey(), newKey()];
const seed = new Secret({ size: 20 });
const code = (at: Date) => new TOTP({ secret: seed }).generate({ timestamp: at.getTime() });

/** As a program that starts with these keys. */
function startWith(key: string | undefined, former?: string): void {
  env.CT_MASTER_KEY = key;
  env.CT_MASTER_KEY_OLD = former;
  oncePerProcess("dataKeys", () => new Map()).clear();
}

beforeEach(async () => {
  startWith(undefined);
  await database().prisma.dataKey.deleteMany();
});
afterEach(() => startWith(undefined));

async function makeSecrets() {
  const { account } = await makeAccount();
  const person = await makePerson();
  const now = new Date();
  const input = { key: seed.base32, code: code(now), personId: person.id, visitor: testVisitor };
  await enableTotp({ ...systemContext(), now }, input);
  // Commands close the connections, so each use makes its own context.
  const ctx = () => contextOf(account);
  return { account, ctx, person, ...(await read(ctx)) };
}

async function read(context: () => AccountContext) {
  const ctx = context();
  return {
    webhook: (await ensureWebhookSecrets(ctx)).map(({ secret }) => secret),
    signing: Buffer.from((await ensureSigningKey(ctx)).privateKey).toString("hex"),
    cookie: await ensureCookieSecret(ctx),
  };
}

const storedText = async () => {
  const { prisma } = database();
  const rows = await Promise.all([
    prisma.webhookSecret.findMany(),
    prisma.signingKey.findMany(),
    prisma.installationSecret.findMany(),
    prisma.person.findMany({ where: { totpKey: { not: null } } }),
  ]);
  return JSON.stringify(rows.flat(), (_, value: unknown) =>
    value instanceof Uint8Array
      ? Buffer.from(value).toString("latin1")
      : typeof value === "bigint"
        ? Number(value)
        : value,
  );
};

/** Leaves no rows whose data key is gone for the next test. */
async function decryptAll(): Promise<void> {
  const { prisma } = database();
  await prisma.webhookSecret.deleteMany();
  await prisma.signingKey.deleteMany();
  await prisma.installationSecret.deleteMany();
  await prisma.person.updateMany({ data: { totpKey: null, totpLastStep: null } });
}
afterEach(decryptAll);

it("encrypts what is stored and what is new, and every reader still works", async () => {
  const before = await makeSecrets();
  startWith(oldKey);
  expect(await storedText()).toContain(before.webhook[0]);
  await runTillJson(".", ["secrets", "encrypt"]);
  const { ctx, person, webhook, signing, cookie } = before;
  expect(await read(ctx)).toEqual({ webhook, signing, cookie });
  const [fresh] = await rotateWebhookSecret(ctx());
  const later = new Date(Date.now() + 60_000);
  const login = await tryLogin(person.email, { code: code(later), at: later });
  expect(login.outcome).toBe("in");
  const stored = await storedText();
  for (const secret of [...webhook, fresh?.secret ?? ""]) expect(stored).not.toContain(secret);
  expect(stored).not.toContain(Buffer.from(seed.bytes).toString("latin1"));
  const { columns } = await runTillJson(".", ["secrets", "status"]);
  expect(columns.map(({ plain }: { plain: number }) => plain)).toEqual([0, 0, 0, 0]);
});

it("refuses an encrypted value in another row", async () => {
  const [one, other] = [await makeSecrets(), await makeSecrets()];
  startWith(oldKey);
  await runTillJson(".", ["secrets", "encrypt"]);
  const { webhookSecret } = database().prisma;
  const own = await webhookSecret.findFirstOrThrow({ where: { accountId: one.account.id } });
  await webhookSecret.updateMany({
    where: { accountId: other.account.id },
    data: { secret: own.secret },
  });
  await expect(ensureWebhookSecrets(other.ctx())).rejects.toThrow("changed or moved");
  expect(await ensureWebhookSecrets(one.ctx())).toHaveLength(1);
});

/** A database whose process is killed in the transaction of this number. */
function killedAt(count: number): Database {
  let transactions = 0;
  return {
    ...database(),
    transaction: (work) =>
      database().transaction(async (db) => {
        const result = await work(db);
        transactions += 1;
        if (transactions === count) throw new Error("killed");
        return result;
      }),
  };
}

it("encrypts the rest after it was killed, at any point", async () => {
  const { ctx, ...before } = await makeSecrets();
  startWith(oldKey);
  for (const count of [1, 2, 3, 4]) {
    const work = encryptSecrets(ctx(), { database: killedAt(count) });
    await expect(work).rejects.toThrow("killed");
    const { webhook, signing, cookie } = before;
    expect(await read(ctx)).toEqual({ webhook, signing, cookie });
  }
  await encryptSecrets(ctx(), { database: database() });
  const { columns } = await runTillJson(".", ["secrets", "status"]);
  expect(columns.map(({ plain }: { plain: number }) => plain)).toEqual([0, 0, 0, 0]);
});

it("rotates the master key while programs with the former and with both keys run", async () => {
  const { ctx, webhook } = await makeSecrets();
  startWith(oldKey);
  await runTillJson(".", ["secrets", "encrypt"]);
  const values = await storedText();
  startWith(otherKey, oldKey);
  expect((await ensureWebhookSecrets(ctx())).map(({ secret }) => secret)).toEqual(webhook);
  const killed = database().transaction(async (db) => {
    await db.prisma.dataKey.updateMany({ data: { masterKeyId: "half a rotation" } });
    throw new Error("killed");
  });
  await expect(killed).rejects.toThrow("killed");
  expect(await runTillJson(".", ["secrets", "rotate"])).toEqual({ rotated: true });
  expect(await runTillJson(".", ["secrets", "rotate"])).toEqual({ rotated: false });
  expect(await storedText()).toBe(values);
  // A program that had the former key only, and used it before the rotation.
  env.CT_MASTER_KEY = oldKey;
  env.CT_MASTER_KEY_OLD = undefined;
  expect((await rotateWebhookSecret(ctx())).at(1)?.secret).toBe(webhook[0]);
  startWith(otherKey);
  expect((await ensureWebhookSecrets(ctx())).map(({ secret }) => secret)).toContain(webhook[0]);
  const actions = await database().prisma.auditEntry.count({
    where: { action: { startsWith: "secrets." } },
  });
  expect(actions).toBeGreaterThanOrEqual(2);
});

it("refuses to start without the key or with another one, and writes nothing", async () => {
  const { ctx } = await makeSecrets();
  startWith(oldKey);
  await runTillJson(".", ["secrets", "encrypt"]);
  const before = await storedText();
  for (const [key, reason] of [
    [undefined, "Set CT_MASTER_KEY to it"],
    [otherKey, "neither CT_MASTER_KEY nor in CT_MASTER_KEY_OLD"],
  ] as const) {
    startWith(key);
    const { code: exitCode, stderr } = await runTill(
      ".",
      ["webhook-secret", "rotate"].concat("--account", ctx().account.id),
    );
    expect(exitCode).toBe(1);
    expect(stderr).toContain(reason);
    // One that was running already.
    const rotation = database().transaction((db) => rotateWebhookSecret({ ...ctx(), db }));
    await expect(rotation).rejects.toThrow(reason);
  }
  expect(await storedText()).toBe(before);
});
