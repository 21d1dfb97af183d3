// The statements of mails: each kind once for a session, one lease at a time, and outcomes by lease.
import { beforeAll, expect, it } from "vitest";
import { database, type Sql } from "#core/db";
import { makeAccount, makeStock } from "#testing/factories";
import { makeSale, type Sale } from "#testing/sale";
import { claimDueMails, keepMail, queueMails } from "./mail-store";

const now = new Date("2026-11-22T12:00:00Z");
const at = (ms: number) => new Date(now.getTime() + ms);
const sql = () => database();
let shop: Pick<Sale, "account" | "portfolioId">;

beforeAll(async () => {
  const { account } = await makeAccount();
  shop = { account, ...(await makeStock()) };
});

/** Runs work in a second transaction that waits for no lock. */
function beside<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  return database().sqlTransaction(async (db) => {
    await db.query({ name: "", text: "SET LOCAL lock_timeout = '100ms'" }, []);
    return work(db);
  });
}

const leasedUntil = at(60_000);
const claim = (db: Sql, when = now) => claimDueMails(db, { now: when, leasedUntil, limit: 10 });
const rowOf = (id: string) => sql().prisma.mail.findFirstOrThrow({ where: { id } });

async function queue(when: Date): Promise<string> {
  const { id: checkoutSessionId } = await makeSale({ ...shop, kinds: [] });
  const asked = { accountId: shop.account.id, checkoutSessionId, now: when };
  await queueMails(sql(), { ...asked, kinds: ["receipt"] });
  await queueMails(sql(), { ...asked, kinds: ["receipt"] });
  const mails = await sql().prisma.mail.findMany({ where: { checkoutSessionId } });
  expect(mails).toHaveLength(1);
  return mails[0]?.id ?? "";
}

it("a mail that is due is leased to one worker, and what became of it counts for that lease alone", async () => {
  const [id, later] = [await queue(now), await queue(at(1))];
  await database().sqlTransaction(async (first) => {
    expect((await claim(first)).map((mail) => [mail.id, mail.attempts])).toEqual([[id, 1]]);
    expect(await beside((second) => claim(second))).toEqual([]);
  });
  expect([(await rowOf(id)).dueAt, (await rowOf(later)).dueAt]).toEqual([leasedUntil, at(1)]);
  const failed = { state: "due", dueInMs: 5, attempts: 1, lastError: "busy" } as const;
  const sent = { state: "sent", dueInMs: null, attempts: 1, lastError: null } as const;
  const recorded = { accountId: shop.account.id, id, now, leasedUntil, decision: failed };
  for (const wrong of [{ leasedUntil: at(1) }, { accountId: "acc_none" }, { id: "mail_none" }]) {
    expect(await keepMail(sql(), { ...recorded, ...wrong })).toBe(false);
  }
  expect(await rowOf(id)).toMatchObject({ lastError: null });
  expect(await keepMail(sql(), recorded)).toBe(true);
  expect(await rowOf(id)).toMatchObject({ dueAt: at(5), lastError: "busy", settledAt: null });
  expect(await rowOf(later)).toMatchObject({ state: "due", lastError: null });
  // It went out, whoever claimed it meanwhile.
  const late = { ...recorded, leasedUntil: at(7), decision: sent };
  expect(await keepMail(sql(), late)).toBe(true);
  expect(await keepMail(sql(), late)).toBe(false);
  expect(await rowOf(id)).toMatchObject({ state: "sent", settledAt: now });
  expect((await claim(sql(), at(60_000))).map((mail) => mail.id)).toEqual([later]);
});
