// Erasures beside a certificate that is being made.
import { expect, it } from "vitest";
import { database } from "#core/db";
import { env } from "#core/env";
import { getCertificate, getCertificatePdfBy } from "#domain/certificates";
import { booksOf, openSession, pay } from "#testing/checkout";
import { contextOf, matchAll, systemContext } from "#testing/factories";
import { startFakeS3 } from "#testing/fake-s3";
import { tablesWith } from "#testing/tables";
import { eraseCustomer } from "./erase-customer";

const NAME = "Ada Lovelace";
const EMAIL = "ada@example.com";
const REMOVED = "Name removed on request";

const erase = (account: Parameters<typeof contextOf>[0]) =>
  database().transaction((db) => eraseCustomer({ ...contextOf(account), db }, { email: EMAIL }));

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

const renderName = async ({ beneficiary }: { beneficiary: { name: string } }) =>
  new TextEncoder().encode(beneficiary.name);

it("a certificate is stored without the name, if the erasure ends in the middle of rendering", async () => {
  const { account, orderId } = await paidSession();
  await matchAll();
  const [started, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const pdf = getCertificatePdfBy(systemContext(), {
    orderId,
    async render(certificate) {
      started.resolve();
      await go.promise;
      return renderName(certificate);
    },
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

it("a certificate is stored without the name, if the erasure is not committed yet", async () => {
  const { account, orderId } = await paidSession();
  const viewed = await paidSession({ account });
  await matchAll();
  await getCertificate(systemContext(), viewed.orderId);
  const { done, commit, committed } = heldErasure(account);
  await done;
  const record = getCertificate(systemContext(), orderId);
  const pdf = getCertificatePdfBy(systemContext(), {
    orderId: viewed.orderId,
    render: renderName,
  });
  await expect.poll(waitingForRows).toBeGreaterThan(1);
  commit();
  await committed;
  expect((await record).beneficiary.name).toBe(REMOVED);
  expect(Buffer.from((await pdf)?.bytes ?? []).toString()).toBe(REMOVED);
  expect(await tablesWith(NAME)).toEqual([]);
});

it("a certificate keeps the facts that only a bucket has, but for the name", async () => {
  const { account, orderId } = await paidSession();
  await matchAll();
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
