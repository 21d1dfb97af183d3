// Export and erasure of personal data, with everything that still has to work afterwards.
import { describe, expect, it } from "vitest";
import { database } from "#core/db";
import { addMember, insertSubaccount } from "#domain/accounts";
import { getCertificate, getCertificatePdf, getSignedCertificate } from "#domain/certificates";
import { checkLedger } from "#domain/diagnostics";
import { findLoginSession } from "#domain/people";
import { booksOf, openSession, pay } from "#testing/checkout";
import { contextOf, makeAccount, matchAll, systemContext } from "#testing/factories";
import { makePerson, openTestSession } from "#testing/people";
import { tablesWith } from "#testing/tables";
import { runTill, runTillJson } from "#testing/till";
import { eraseCustomer } from "./erase-customer";
import { erasePerson } from "./erase-person";

const NAME = "Ada Lovelace";
const EMAIL = "ada@example.com";
const REMOVED = "Name removed on request";

const erase = (account: Parameters<typeof contextOf>[0], email = "Ada@Example.com") =>
  database().transaction((db) => eraseCustomer({ ...contextOf(account), db }, { email }));

async function paidSession(given: Parameters<typeof openSession>[0] = {}) {
  const session = await openSession(given);
  await pay(session.id);
  const { orders } = await booksOf(session.id);
  return { ...session, orderId: orders[0]?.id ?? "" };
}

describe("a customer", () => {
  it("is nowhere in the database after an erasure, and the certificate has a new revision", async () => {
    const { account, orderId, id } = await paidSession();
    await matchAll();
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
    await matchAll();
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
      await Promise.all([paid, matchAll(), erased.catch(() => null)]);
      await matchAll();
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
    const updates = await event.count({
      where: { subjectId: { in: ids }, type: "subaccount.updated" },
    });
    expect(updates).toBe(2);
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
