import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { chooseDefaultPortfolio } from "#domain/catalogue";
import { findImpactSummary } from "#domain/impact";
import { contextOf, makeAccount, makeStock, systemContext } from "#testing/factories";
import { makePerson } from "#testing/people";
import {
  createAccount,
  findAccount,
  type Role,
  removeMember,
  setMemberRole,
  updateAccount,
} from "./index";

const rename = (ctx: ReturnType<typeof contextOf>, name: string, slug: string) =>
  database().transaction((db) => updateAccount({ ...ctx, db }, { name, slug }));

test("a new name and slug apply to the live and the test account, and the old slug stops working", async () => {
  const { live, test: testAccount } = await makeAccount();
  const slug = `new-${randomUUID()}`;
  const renamed = await rename(contextOf(testAccount), "New Name", slug);
  expect(renamed).toMatchObject({ id: testAccount.id, name: "New Name", slug: `${slug}-test` });
  const ctx = systemContext();
  expect(await findAccount(ctx, slug)).toMatchObject({ id: live.id, name: "New Name" });
  expect(await findImpactSummary(ctx, slug)).not.toBeNull();
  expect(await findImpactSummary(ctx, `${slug}-test`)).not.toBeNull();
  expect(await findImpactSummary(ctx, live.slug)).toBeNull();
  const [entry] = await database().prisma.auditEntry.findMany({
    where: { accountId: testAccount.id, action: "account.updated" },
  });
  expect(entry?.data).toEqual({
    name: "New Name",
    slug,
    changes: {
      name: { before: live.name, after: "New Name" },
      slug: { before: `${live.slug}-test`, after: slug },
    },
  });
});

test("a slug belongs to one account and its test account, and is no page of the dashboard", async () => {
  const [own, other] = [await makeAccount(), await makeAccount()];
  const ctx = contextOf(own.live);
  for (const slug of [
    other.live.slug,
    other.test.slug,
    "operator",
    "login",
    "Not A Slug",
    "a--b",
  ]) {
    await expect(rename(ctx, "Mine", slug)).rejects.toMatchObject({
      errors: { slug: [expect.any(String)] },
    });
  }
  for (const slug of ["operator", "me"]) {
    const creation = database().transaction((db) =>
      createAccount({ ...systemContext(), db }, { name: "Operator", slug }),
    );
    await expect(creation).rejects.toMatchObject({ errors: { slug: [expect.any(String)] } });
  }
  expect((await rename(ctx, "Mine", own.test.slug)).slug).toBe(own.test.slug);
  expect((await rename(ctx, "Mine", own.live.slug)).slug).toBe(own.live.slug);
});

test("of two accounts that claim one slug at the same time, one gets it", async () => {
  const [own, other] = [await makeAccount(), await makeAccount()];
  const slug = `wanted-${randomUUID()}`;
  const results = await Promise.allSettled(
    [own, other].map(({ live }) => rename(contextOf(live), "Wanted", slug)),
  );
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const refused = results.find((it) => it.status === "rejected");
  expect(refused?.reason).toMatchObject({ errors: { slug: [expect.stringContaining("taken")] } });
});

test("a default portfolio is one the account may use in its mode, or the catalogue's default", async () => {
  const { live, account } = await makeAccount();
  const { portfolioId: id } = await makeStock();
  const choose = async (of: typeof account, chosen: string | null) => {
    await database().transaction((db) =>
      chooseDefaultPortfolio({ ...contextOf(of), db }, { id: chosen }),
    );
    return findAccount(contextOf(of), of.id);
  };
  expect(await choose(account, id)).toMatchObject({ defaultPortfolioId: id });
  await expect(choose(live, id)).rejects.toMatchObject({ code: "not-found" });
  expect(await choose(account, null)).toMatchObject({ defaultPortfolioId: null });
});

async function makeOwners(count: number) {
  const { live } = await makeAccount();
  const owners = await Promise.all(
    Array.from({ length: count }, () => makePerson({ accountId: live.id, role: "owner" })),
  );
  return { live, ids: owners.map(({ id }) => id) };
}

const remove = (account: Account, personId = "") =>
  database().transaction((db) => removeMember({ ...contextOf(account), db }, { personId }));
const setRole = (account: Account, personId = "", role: Role = "viewer") =>
  database().transaction((db) => setMemberRole({ ...contextOf(account), db }, { personId, role }));

const ownersOf = (accountId: string) =>
  database().prisma.membership.count({ where: { accountId, role: "owner" } });

test("of owners who remove or demote each other at the same time, one stays", async () => {
  // Several times, because transactions may happen to follow each other.
  for (const change of [remove, setRole, remove, setRole, remove, setRole]) {
    const { live, ids } = await makeOwners(4);
    const outcomes = await Promise.allSettled(ids.map((id) => change(live, id)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(await ownersOf(live.id)).toBe(1);
  }
});

test("the last owner can't be demoted, may stay an owner, and can be replaced by another", async () => {
  const { live, ids } = await makeOwners(1);
  const [owner] = ids;
  const { id: viewer } = await makePerson({ accountId: live.id, role: "viewer" });
  await expect(setRole(live, owner, "admin")).rejects.toMatchObject({ code: "conflict" });
  await setRole(live, owner, "owner");
  await setRole(live, viewer, "owner");
  await setRole(live, owner, "admin");
  expect(await ownersOf(live.id)).toBe(1);
  const roles = await database().prisma.auditEntry.findMany({
    where: { accountId: live.id, action: "member.set", actorType: "system" },
    orderBy: { id: "asc" },
  });
  expect(roles.at(-1)).toMatchObject({ subjectId: owner, data: { role: "admin" } });
});

test("a member of another account is not a member here", async () => {
  const { live } = await makeOwners(1);
  const elsewhere = await makeOwners(2);
  for (const change of [remove, setRole]) {
    await expect(change(live, elsewhere.ids[0])).rejects.toMatchObject({ code: "not-found" });
  }
  expect(await ownersOf(elsewhere.live.id)).toBe(2);
});
