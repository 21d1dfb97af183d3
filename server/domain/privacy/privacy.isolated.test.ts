// Export and erasure of personal data, with everything that still has to work afterwards.
import { describe, expect, it } from "vitest";
import { database } from "#core/db";
import { env } from "#core/env";
import { addMember, insertSubaccount } from "#domain/accounts";
import { getCertificate, getCertificatePdf, getSignedCertificate } from "#domain/certificates";
import { checkLedger } from "#domain/diagnostics";
import { matchOrders } from "#domain/matching";
import { findLoginSession } from "#domain/people";
import { booksOf, openSession, pay } from "#testing/checkout";
import { contextOf, makeAccount, systemContext } from "#testing/factories";
import { startFakeS3 } from "#testing/fake-s3";
import { makePerson, openTestSession } from "#testing/people";
import { runTill, runTillJson } from "#testing/till";
import { eraseCustomer, erasePerson } from ".";

const NAME = "Ada Lovelace";
const EMAIL = "ada@example.com";
const REMOVED = "Name removed on request";

const match = () => matchOrders(systemContext(), { database: database() });
const erase = (account: Parameters<typeof contextOf>[0], email = "Ada@Example.com") =>
  database().transaction((db) => eraseCustomer({ ...contextOf(account), db }, { email }));

/** Statements that wait for a row that another transaction has locked. */
async function waitingForRows(): Promise<number> {
  const waiting = await database().query(
    {
      name: "test-waiting-for-rows",
      text: `SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    },
    [],
  );
  return waiting.length;
}

async function paidSession(given: Parameters<typeof openSession>[0] = {}) {
  const session = await openSession(given);
  await pay(session.id);
  const { orders } = await booksOf(session.id);
  return { ...session, orderId: orders[0]?.id ?? "" };
}

/** Tables in which the text occurs, except logs of what people did. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await database().query<{ name: string }>(
    {
      name: "test-tables",
      text: `SELECT table_name AS name FROM information_schema.tables
        WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    },
    [],
  );
  const matches: string[] = [];
  for (const { name } of tables) {
    const rows = await database().query<{ occurs: boolean }>(
      {
        name: `test-find-${name}`,
        text: `SELECT EXISTS (SELECT 1 FROM "${name}" t
          WHERE t::text ILIKE '%' || $1 || '%' OR t::text LIKE '%' || $2 || '%') AS occurs`,
      },
      [text, Buffer.from(text).toString("hex")],
    );
    if (rows[0]?.occurs) matches.push(name);
  }
  return matches;
}

const filesOf = async (orderId: string) => {
  const where = { key: { startsWith: `certificates/${orderId}/` } };
  return (await database().prisma.storedFile.findMany({ where })).map(({ key }) => key).sort();
};

/** An erasure that waits in its transaction until the test says so. */
function heldErasure(account: Parameters<typeof contextOf>[0]) {
  const [done, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const committed = database().transaction(async (db) => {
    await eraseCustomer({ ...contextOf(account), db }, { email: EMAIL });
    done.resolve();
    await commit.promise;
  });
  return { done: done.promise, commit: commit.resolve, committed };
}

describe("a certificate that is made during an erasure", () => {
  const renderName = async ({ beneficiary }: { beneficiary: { name: string } }) =>
    new TextEncoder().encode(beneficiary.name);

  it("is stored without the name, if the erasure ends in the middle of rendering", async () => {
    const { account, orderId } = await paidSession();
    await match();
    const [started, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const pdf = getCertificatePdf(systemContext(), orderId, async (certificate) => {
      started.resolve();
      await go.promise;
      return renderName(certificate);
    });
    await started.promise;
    await erase(account);
    go.resolve();
    expect(Buffer.from((await pdf)?.bytes ?? []).toString()).toBe(REMOVED);
    expect(await tablesWith(NAME)).toEqual([]);
    expect(await filesOf(orderId)).toEqual([
      expect.stringContaining("revision-2.pdf"),
      expect.stringContaining("record-2.json"),
    ]);
  });

  it("is stored without the name, if the erasure is not committed yet", async () => {
    const { account, orderId } = await paidSession();
    const viewed = await paidSession({ account });
    await match();
    await getCertificate(systemContext(), viewed.orderId);
    const { done, commit, committed } = heldErasure(account);
    await done;
    const record = getCertificate(systemContext(), orderId);
    const pdf = getCertificatePdf(systemContext(), viewed.orderId, renderName);
    await expect.poll(waitingForRows).toBeGreaterThan(1);
    commit();
    await committed;
    expect((await record).beneficiary.name).toBe(REMOVED);
    expect(Buffer.from((await pdf)?.bytes ?? []).toString()).toBe(REMOVED);
    expect(await tablesWith(NAME)).toEqual([]);
  });

  it("keeps the facts that only a bucket has, but for the name", async () => {
    const { account, orderId } = await paidSession();
    await match();
    const key = `certificates/${orderId}/record-1.json`;
    const before = await getCertificate(systemContext(), orderId);
    const { storedFile } = database().prisma;
    const { bytes } = await storedFile.findUniqueOrThrow({ where: { key } });
    const text = Buffer.from(bytes).toString();
    const body = Buffer.from(text.replace('"developer":"', '"developer":"Formerly '));
    await storedFile.delete({ where: { key } });
    const moved = { where: { key: "records/moved-to-database" }, data: { createdAt: new Date() } };
    await storedFile.update(moved);
    const fake = await startFakeS3();
    fake.objects.set(key, { contentType: "application/json", body });
    env.s3 = { ...fake.settings, bucket: "gone" };
    await expect(erase(account)).rejects.toMatchObject({ code: "unavailable" });
    env.s3 = fake.settings;
    await erase(account);
    fake.objects.clear();
    const after = await getCertificate(systemContext(), orderId);
    env.s3 = null;
    await fake.close();
    expect(after.beneficiary.name).toBe(REMOVED);
    const formerly = before.projects.map(({ developer }) => `Formerly ${developer}`);
    expect(after.projects.map(({ developer }) => developer)).toEqual(formerly);
  });
});

describe("a customer", () => {
  it("is nowhere in the database after an erasure, and the certificate has a new revision", async () => {
    const { account, orderId, id } = await paidSession();
    await match();
    const before = await getCertificate(systemContext(), orderId);
    await getCertificatePdf(systemContext(), orderId);
    expect(before.beneficiary.name).toBe(NAME);
    const erased = await erase(account);
    expect(erased).toMatchObject({ sessions: 1, orders: 1, certificates: 1 });
    expect(await tablesWith(NAME)).toEqual([]);
    expect(await tablesWith(EMAIL)).toEqual([]);
    const after = await getSignedCertificate(systemContext(), orderId);
    expect(after.beneficiary).toEqual({ name: REMOVED, message: null, url: null });
    expect(after.revision).toBe(before.revision + 1);
    expect(after.projects).toEqual(before.projects);
    expect(after.signature).toMatch(/^[\w-]+\.\.[\w-]+$/);
    expect((await getCertificatePdf(systemContext(), orderId))?.isFinal).toBe(true);
    const entries = await database().prisma.auditEntry.findMany({
      where: { accountId: account.id, subjectId: { in: [id, orderId] } },
    });
    const actions = entries.map(({ action }) => action);
    expect(actions).toContain("certificate.name_removed");
    expect(actions).toContain("checkout_session.customer_erased");
    expect(await checkLedger(systemContext())).toEqual([]);
    await expect(erase(account)).rejects.toMatchObject({ code: "not-found" });
  });

  it("of another account, and another customer, keeps everything", async () => {
    const { account, orderId } = await paidSession();
    const other = await paidSession();
    const neighbor = await openSession({ account, customerEmail: "ada@example.com.au" });
    await match();
    // Wildcards of LIKE are characters like any other.
    for (const email of ["a_a@example.com", "%@%", "ada%"]) {
      await expect(erase(account, email)).rejects.toMatchObject({ code: "not-found" });
    }
    await erase(account);
    expect((await getCertificate(systemContext(), orderId)).beneficiary.name).toBe(REMOVED);
    expect((await getCertificate(systemContext(), other.orderId)).beneficiary.name).toBe(NAME);
    const { session } = await booksOf(other.id);
    expect(session).toMatchObject({ customerEmail: EMAIL, beneficiaryName: NAME });
    expect((await booksOf(neighbor.id)).session.customerEmail).toBe("ada@example.com.au");
    await erase(other.account);
  });

  it("is erased while the order is paid and fulfilled, and no name appears afterwards", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { account, id } = await openSession({ customerEmail: EMAIL });
      const paid = pay(id);
      const erased = erase(account);
      await Promise.all([paid, match(), erased.catch(() => null)]);
      await match();
      await erase(account).catch(() => null);
      const { session, orders } = await booksOf(id);
      expect(session).toMatchObject({ state: "complete", customerEmail: null });
      expect(session.beneficiaryName).toBe(REMOVED);
      expect(orders[0]).toMatchObject({ state: "fulfilled", beneficiaryName: REMOVED });
      const certificate = await getCertificate(systemContext(), orders[0]?.id ?? "");
      expect(certificate.beneficiary.name).toBe(REMOVED);
    }
    expect(await tablesWith(NAME)).toEqual([]);
    expect(await checkLedger(systemContext())).toEqual([]);
  });

  it("is exported, and erased by the command only with --yes", async () => {
    const { account, id, orderId } = await paidSession();
    const subject = ["--email", EMAIL, "--account", account.id];
    const [exported] = await runTillJson(".", ["privacy", "export", ...subject]);
    const data = exported.data.flatMap((part: Record<string, unknown[]>) => part["orders"]);
    expect(data).toMatchObject([{ id: orderId, beneficiaryName: NAME }]);
    const dry = await runTill(".", ["privacy", "erase", ...subject]);
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining("nothing was changed") });
    expect((await booksOf(id)).session.customerEmail).toBe(EMAIL);
    await runTillJson(".", ["privacy", "erase", ...subject, "--yes"]);
    expect((await booksOf(id)).session.customerEmail).toBeNull();
    const without = await runTill(".", ["privacy", "erase", "--email", EMAIL]);
    expect(without).toMatchObject({ code: 1, stderr: expect.stringContaining("--account") });
  });
});

describe("a subaccount's contact", () => {
  it("is exported once, and is in no table after an erasure", async () => {
    const { live, test } = await makeAccount();
    const email = "Contact@Subaccount.example";
    const ids: string[] = [];
    for (const each of [live, test]) {
      const created = await database().transaction((db) =>
        insertSubaccount({ ...contextOf(each), db }, { name: "Riverside", email }),
      );
      ids.push(created.id);
    }
    const exported = await runTillJson(".", ["privacy", "export", "--email", email]);
    expect(exported).toHaveLength(1);
    const subaccounts = exported[0].data.flatMap(
      (part: { subaccounts: { id: string }[] }) => part.subaccounts,
    );
    expect(subaccounts.map(({ id }: { id: string }) => id).sort()).toEqual(ids.sort());
    const erased = await erase(live, email.toLowerCase());
    expect(erased).toMatchObject({ sessions: 0, subaccounts: 2, events: 2 });
    expect(erased.remains).toContainEqual(expect.stringContaining(ids[0] ?? ""));
    expect(await tablesWith(email)).toEqual([]);
    const { event, subaccount } = database().prisma;
    expect(await subaccount.count({ where: { id: { in: ids }, name: "Riverside" } })).toBe(2);
    const told = await event.count({
      where: { subjectId: { in: ids }, type: "subaccount.updated" },
    });
    expect(told).toBe(2);
  });
});

describe("a person", () => {
  const eraseNow = (person: string) =>
    database().transaction((db) => erasePerson({ ...systemContext(), db }, { person }));

  it("keeps an ID in the audit log, and has no name, login or membership after an erasure", async () => {
    const { live } = await makeAccount();
    await makePerson({ accountId: live.id });
    const person = await makePerson({ accountId: live.id, role: "admin" });
    const session = await openTestSession(person.email);
    const exported = await runTillJson(".", ["privacy", "export", "--person", person.email]);
    expect(exported.memberships).toHaveLength(1);
    expect(JSON.stringify(exported)).not.toContain(session);
    expect(await eraseNow(person.email)).toMatchObject({ id: person.id, memberships: 1 });
    expect(await findLoginSession(systemContext(), session)).toBeNull();
    expect(await tablesWith(person.email)).toEqual([]);
    const entries = await database().prisma.auditEntry.count({ where: { actorId: person.id } });
    expect(entries).toBeGreaterThan(0);
  });

  it("is refused as the last owner of an account and as the last operator", async () => {
    const { live } = await makeAccount();
    const owner = await makePerson({ accountId: live.id });
    await expect(eraseNow(owner.id)).rejects.toThrow("needs an owner");
    const second = await makePerson();
    await addMember(systemContext(), { accountId: live.id, personId: second.id, role: "owner" });
    await eraseNow(owner.id);
    await database().prisma.person.updateMany({ data: { isOperator: false } });
    const [one, other] = [
      await makePerson({ isOperator: true }),
      await makePerson({ isOperator: true }),
    ];
    const erasures = await Promise.allSettled([eraseNow(one.id), eraseNow(other.id)]);
    expect(erasures.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await database().prisma.person.count({ where: { isOperator: true } })).toBe(1);
  });
});
