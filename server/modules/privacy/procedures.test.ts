// Export and erasure in the dashboard: the same data and audit entries as `till privacy`.
import { beforeEach, expect, it } from "vitest";
import { newContext } from "#core/context";
import { database } from "#core/db";
import { booksOf, openSession, pay } from "#testing/checkout";
import { contextOf, makeAccount } from "#testing/factories";
import { makePerson } from "#testing/people";
import { dashboardOf } from "#testing/procedures";
import { exportCustomer } from "./customer-data";
import { eraseCustomer } from "./erase-customer";

const system = newContext({ type: "system", name: "till" });
let email: string;

beforeEach(() => {
  email = `kim-${Math.random()}@example.com`;
});

async function customer() {
  const { live, test } = await makeAccount();
  const { id } = await openSession({ account: test });
  await pay(id);
  const { checkoutSession } = database().prisma;
  await checkoutSession.updateMany({ where: { id }, data: { customerEmail: email } });
  const owner = await makePerson({ accountId: live.id, role: "owner" });
  const caller = await dashboardOf(owner, { slug: live.slug });
  return { live, test, id, caller, owner };
}

const addressOf = async (id: string) => (await booksOf(id)).session.customerEmail;

/** Actions and data of the account's entries, without what belongs to the sale. */
async function auditOf(...accounts: { id: string }[]) {
  const entries = await database().prisma.auditEntry.findMany({
    where: { accountId: { in: accounts.map(({ id }) => id) } },
    orderBy: { id: "asc" },
  });
  return entries
    .filter(({ action }) => /exported|erased|removed/.test(action))
    .map(({ action, data }) => ({ action, data }));
}

it("an owner exports and erases a customer of the own account, and of no other", async () => {
  const [own, other] = [await customer(), await customer()];
  const exported = await own.caller.privacy.export({ email: email.toUpperCase() });
  expect(exported).toMatchObject([{ account_id: own.live.id, data: [{}, {}] }]);
  expect(JSON.stringify(exported)).toContain(own.id);
  expect(JSON.stringify(exported)).not.toContain(other.id);
  const mistyped = own.caller.privacy.erase({ email, confirmation: "kim@example.com" });
  await expect(mistyped).rejects.toMatchObject({ code: "BAD_REQUEST" });
  expect(await addressOf(own.id)).toBe(email);
  const erased = await own.caller.privacy.erase({ email, confirmation: ` ${email.toUpperCase()}` });
  expect(erased).toMatchObject({ sessions: 1, orders: 1 });
  expect(await addressOf(own.id)).toBeNull();
  expect(await addressOf(other.id)).toBe(email);
});

it("dashboard and command write the same audit entries, without the address", async () => {
  const [dashboard, command] = [await customer(), await customer()];
  await dashboard.caller.privacy.export({ email });
  await dashboard.caller.privacy.erase({ email, confirmation: email });
  await database().transaction(async (db) => {
    const ctx = { ...contextOf(command.live), ...system, db };
    await exportCustomer(ctx, { email });
    await eraseCustomer(ctx, { email });
  });
  const entries = await auditOf(command.live, command.test);
  expect(entries.map(({ action }) => action)).toEqual([
    "customer.exported",
    "checkout_session.customer_erased",
  ]);
  expect(JSON.stringify(entries)).not.toContain(email);
  expect(await auditOf(dashboard.live, dashboard.test)).toEqual(entries);
});

it("an operator exports a member of an account, and erases whom the address still names", async () => {
  const { live } = await customer();
  const operator = await makePerson({ isOperator: true });
  const { operatorAccounts, operatorPrivacy } = await dashboardOf(operator);
  const member = await makePerson({ accountId: live.id, role: "admin" });
  const idsOfMembers = async () =>
    (await operatorAccounts.get({ id: live.id })).members.map(({ id }) => id);
  expect(await idsOfMembers()).toContain(member.id);
  expect(await operatorPrivacy.exportPerson({ id: member.id })).toMatchObject({
    person: { email: member.email },
  });
  const stale = { id: member.id, email, confirmation: email };
  await expect(operatorPrivacy.erasePerson(stale)).rejects.toMatchObject({ code: "NOT_FOUND" });
  const mistyped = { id: member.id, email: member.email, confirmation: email };
  await expect(operatorPrivacy.erasePerson(mistyped)).rejects.toMatchObject({
    code: "BAD_REQUEST",
  });
  await operatorPrivacy.erasePerson({ ...mistyped, confirmation: member.email });
  expect(await idsOfMembers()).not.toContain(member.id);
});
