import { expect, it } from "vitest";
import { database } from "#core/db";
import { createApiKey, listApiKeys, listKeysOf, rotateApiKey } from "#domain/accounts";
import { contextOf, makeAccount } from "#testing/factories";
import { makePerson } from "#testing/people";
import { removeFromTeam } from "./invitations";

it("a removed member's API keys, created or rotated, live and test, are listed and revoked at once", async () => {
  const { live, test } = await makeAccount();
  const validIds = async () => {
    const keys = [...(await listApiKeys(contextOf(live))), ...(await listApiKeys(contextOf(test)))];
    return keys.filter(({ isValid }) => isValid).map((key) => key.id);
  };
  const former = await validIds();
  const [gone, stays] = [
    await makePerson({ accountId: live.id, role: "admin" }),
    await makePerson({ accountId: live.id, role: "owner" }),
  ];
  const by = ({ id }: { id: string }, account = live) => ({
    ...contextOf(account),
    actor: { type: "person", id } as const,
  });
  const make = (ctx: ReturnType<typeof by>, name: string) =>
    createApiKey(ctx, { name, scope: "write" });
  await make(by(gone), "own");
  await make(by(gone, test), "own test");
  const { id } = await make(by(stays), "other");
  await rotateApiKey(by(gone), { id, overlapHours: 0 });
  const other = await make(by(stays), "remaining");
  const listed = await listKeysOf(contextOf(live), { personId: gone.id });
  expect(listed.map(({ name, mode }) => `${name} ${mode}`)).toEqual([
    "other live",
    "own test test",
    "own live",
  ]);
  await database().transaction((db) =>
    removeFromTeam({ ...by(stays), db }, { personId: gone.id, revokesKeys: true }),
  );
  expect((await validIds()).toSorted()).toEqual([other.id, ...former].toSorted());
});
