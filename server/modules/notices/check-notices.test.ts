import { beforeEach, describe, expect, it } from "vitest";
import type { Account } from "#core/context";
import { type Database, database } from "#core/db";
import { suspendAccount } from "#domain/accounts";
import { contextOf, makeAccount, systemContext } from "#testing/factories";
import { check, choose, noticesFor } from "#testing/notices";
import { makePerson } from "#testing/people";
import { checkNotices } from "./check-notices";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const later = (ms: number) => new Date(Date.now() + ms);

let live: Account;
let person: { id: string; email: string };

const ownerOf = ({ id: accountId }: Account) => makePerson({ accountId });

/** Sets when all keys of the account expire. */
async function expireKeys({ id: accountId }: Account, expiresAt: Date | null) {
  await database().prisma.apiKey.updateMany({ where: { accountId }, data: { expiresAt } });
}

const kinds = ["key_expiring" as const];

beforeEach(async () => {
  ({ live } = await makeAccount("write", "live"));
  person = await ownerOf(live);
});

describe("a condition", () => {
  it("is mailed once when it begins, and again if it begins again after its end", async () => {
    await check({ kinds });
    expect(await noticesFor(person)).toEqual([]);
    await expireKeys(live, later(10 * DAY_MS));
    await check({ kinds });
    await check({ kinds });
    const [first, ...others] = await noticesFor(person);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ scope: live.id, kind: "key_expiring", count: 1 });
    expect(first?.notices[0]?.text).toMatch(/^The API key “Test” \(….{4}\) expires on /);
    await expireKeys(live, null);
    await check({ kinds });
    await expireKeys(live, later(10 * DAY_MS));
    await check({ kinds });
    expect(await noticesFor(person)).toHaveLength(2);
  });

  it("is mailed once by workers that check at the same time", async () => {
    await expireKeys(live, later(DAY_MS));
    await Promise.all(Array.from({ length: 6 }, () => check({ kinds })));
    expect(await noticesFor(person)).toHaveLength(1);
  });

  it("is neither lost nor mailed twice if a worker dies at the commit", async () => {
    await expireKeys(live, later(DAY_MS));
    const dying: Pick<Database, "transaction"> = {
      transaction: (work) =>
        database().transaction(async (db) => {
          await work(db);
          throw new Error("killed");
        }),
    };
    await checkNotices(systemContext(), { database: dying, kinds });
    expect(await noticesFor(person)).toEqual([]);
    await check({ kinds });
    await check({ kinds });
    expect(await noticesFor(person)).toHaveLength(1);
  });

  it("does not keep other kinds from being checked if its check fails", async () => {
    await expireKeys(live, later(DAY_MS));
    let calls = 0;
    const failing: Pick<Database, "transaction"> = {
      transaction: (work) => {
        calls += 1;
        if (calls === 1) throw new Error("broken");
        return database().transaction(work);
      },
    };
    const both = ["orders_waiting", "key_expiring"] as const;
    await checkNotices(systemContext(), { database: failing, kinds: both });
    expect(await noticesFor(person)).toHaveLength(1);
  });

  it("shares a mail with others that begin at the same time", async () => {
    const { prisma } = database();
    const key = await prisma.apiKey.findFirstOrThrow({ where: { accountId: live.id } });
    const more = Array.from({ length: 24 }, (_, at) => ({
      ...{ ...key, id: `${key.id}-${at}`, name: `Key ${at}` },
      tokenHash: new Uint8Array([...key.tokenHash.subarray(1), at]),
    }));
    await prisma.apiKey.createMany({ data: more });
    await expireKeys(live, later(DAY_MS));
    await check({ kinds });
    const [mail, ...others] = await noticesFor(person);
    expect([mail?.count, mail?.notices.length, others.length]).toEqual([25, 20, 0]);
  });
});

describe("an API key", () => {
  it("is reported 14 days and 3 days before it expires", async () => {
    const now = new Date();
    await expireKeys(live, new Date(now.getTime() + 15 * DAY_MS));
    const at = (days: number) => check({ kinds, now: new Date(now.getTime() + days * DAY_MS) });
    const mails: number[] = [];
    for (const day of [0, 1.1, 5, 12.1, 14.9, 15.1]) {
      await at(day);
      mails.push((await noticesFor(person)).length);
    }
    expect(mails).toEqual([0, 1, 1, 2, 2, 2]);
  });

  it("that was revoked is not reported", async () => {
    await expireKeys(live, later(DAY_MS));
    const where = { accountId: live.id };
    await database().prisma.apiKey.updateMany({ where, data: { revokedAt: new Date() } });
    await check({ kinds });
    expect(await noticesFor(person)).toEqual([]);
  });
});

describe("nothing is mailed", () => {
  it("about another account, nor about the test account", async () => {
    const { live: other, test } = await makeAccount("write", "live");
    const stranger = await ownerOf(other);
    await expireKeys(live, later(DAY_MS));
    await expireKeys(test, later(DAY_MS));
    await check({ kinds });
    expect(await noticesFor(stranger)).toEqual([]);
    expect(await noticesFor(person)).toHaveLength(1);
  });

  it("to members without the capability, or limited to a subaccount", async () => {
    const viewer = await makePerson({ accountId: live.id, role: "viewer" });
    const admin = await makePerson({ accountId: live.id, role: "admin" });
    const { prisma } = database();
    const createdAt = new Date();
    const sub = { accountId: live.id, mode: "live", id: "sub_one", name: "One", createdAt };
    await prisma.subaccount.create({ data: sub });
    await prisma.membership.updateMany({
      where: { personId: admin.id },
      data: { subaccountAccountId: live.id, subaccountId: sub.id },
    });
    await expireKeys(live, later(DAY_MS));
    await check({ kinds });
    expect(await noticesFor(viewer)).toEqual([]);
    expect(await noticesFor(admin)).toEqual([]);
    expect(await noticesFor(person)).toHaveLength(1);
  });

  it("to members of a suspended account", async () => {
    await expireKeys(live, later(DAY_MS));
    await database().transaction((db) =>
      suspendAccount({ ...contextOf(live), db }, { reason: "Unpaid" }),
    );
    await check({ kinds });
    expect(await noticesFor(person)).toEqual([]);
  });

  it("to people who turned it off, until they turn it on while it lasts", async () => {
    const choice = { scope: live.id, kind: "key_expiring" } as const;
    await choose(person, { ...choice, isOn: false });
    await expireKeys(live, later(DAY_MS));
    await check({ kinds });
    expect(await noticesFor(person)).toEqual([]);
    await choose(person, { ...choice, isOn: true });
    await check({ kinds });
    await choose(person, { ...choice, isOn: false });
    await check({ kinds });
    await choose(person, { ...choice, isOn: true });
    await check({ kinds });
    expect(await noticesFor(person)).toHaveLength(1);
  });
});
