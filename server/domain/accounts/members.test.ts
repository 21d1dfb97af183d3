// Who works in an account: never nobody who owns it.
import { expect, test } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { contextOf, makeAccount } from "#testing/factories";
import { makePerson } from "#testing/people";
import { type Role, removeMember, setMemberRole } from "./index";

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
  for (const act of [remove, setRole]) {
    const { live, ids } = await makeOwners(4);
    const outcomes = await Promise.allSettled(ids.map((id) => act(live, id)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(await ownersOf(live.id)).toBe(1);
  }
});

test("the last owner cannot become less, may stay one, and can be followed by another", async () => {
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

test("who works elsewhere is nobody here", async () => {
  const { live } = await makeOwners(1);
  const elsewhere = await makeOwners(2);
  for (const act of [remove, setRole]) {
    await expect(act(live, elsewhere.ids[0])).rejects.toMatchObject({ code: "not-found" });
  }
  expect(await ownersOf(elsewhere.live.id)).toBe(2);
});
