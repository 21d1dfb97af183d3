import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { Account, Context } from "#core/context";
import { database } from "#core/db";
import { findAccount, getAccount, listAccounts } from "#domain/accounts";
import { makeAccount, systemContext } from "#testing/factories";
import { makePerson } from "#testing/people";
import { inviteFirstOwner, listTeam, openAccount } from "./index";

const inside = <T>(work: (ctx: Context) => Promise<T>) =>
  database().transaction((db) => work({ ...systemContext(), db }));
const idsOf = async (search: string) => {
  const { data } = await listAccounts(systemContext(), { limit: 20, search });
  return data.map(({ id }) => id);
};
const invitationsOf = async (account: Account) =>
  (await listTeam({ ...systemContext(), account })).invitations.map(({ email }) => email);

it("an account is created with its test account, and its first owner is invited by mail", async () => {
  const email = `${randomUUID()}@example.com`;
  const live = await inside((ctx) => openAccount(ctx, { name: `Ærø ${email}`, email }));
  const { test } = await getAccount(systemContext(), { id: live.id });
  expect(test.slug).toBe(`${live.slug}-test`);
  expect(await invitationsOf(live)).toEqual([email]);
});

it("nothing of an account is created if its owner can't be invited", async () => {
  const slug = `half-${randomUUID()}`;
  const open = inside((ctx) => openAccount(ctx, { name: "Half", slug, email: "x".repeat(600) }));
  await expect(open).rejects.toThrow();
  expect(await findAccount(systemContext(), slug)).toBeNull();
});

it("an operator can invite an owner only to an account without one", async () => {
  const { live } = await makeAccount();
  const invite = (email: string) =>
    inside((ctx) => inviteFirstOwner({ ...ctx, account: live }, { email }));
  await invite("first@example.com");
  expect(await invitationsOf(live)).toEqual(["first@example.com"]);
  await makePerson({ accountId: live.id, role: "owner" });
  await expect(invite("second@example.com")).rejects.toMatchObject({ code: "conflict" });
});

it("accounts are found by name, slug and a member's address in any case, but test accounts never", async () => {
  const { live, test } = await makeAccount();
  const { live: other } = await makeAccount();
  const { email } = await makePerson({ accountId: live.id });
  for (const search of [live.name, live.slug.slice(8), email, live.id]) {
    expect([
      search,
      await idsOf(search.toUpperCase().replace(live.id.toUpperCase(), live.id)),
    ]).toEqual([search, [live.id]]);
  }
  expect(await idsOf(test.slug)).toEqual([]);
  expect(await idsOf("%")).toEqual([]);
  const pages = [];
  let after: string | undefined;
  do {
    const { data, hasMore } = await listAccounts(systemContext(), {
      limit: 2,
      ...(after && { starting_after: after }),
    });
    pages.push(...data);
    after = hasMore ? data.at(-1)?.id : undefined;
  } while (after);
  const ids = pages.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].toSorted().toReversed());
  expect(ids).toEqual(expect.arrayContaining([live.id, other.id]));
  expect(pages.find(({ id }) => id === live.id)?.testId).toBe(test.id);
});
