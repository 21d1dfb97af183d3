// The queue of mails: what is asked for twice is in it once, and a claim is everybody's.
import { beforeAll, describe, expect, it } from "vitest";
import type { SqlContext } from "#core/context";
import { database } from "#core/db";
import { makeAccount, makeStock, systemContext } from "#testing/factories";
import { makeSale, type Sale } from "#testing/sale";
import { claimMails } from "./claim-mails";
import { queueMails } from "./mail-store";

let shop: Pick<Sale, "account" | "portfolioId">;

beforeAll(async () => {
  const { account } = await makeAccount();
  shop = { account, ...(await makeStock()) };
});

const kindsOf = async (checkoutSessionId: string) => {
  const rows = await database().prisma.mail.findMany({ where: { checkoutSessionId } });
  return rows.map(({ kind }) => kind).sort();
};
const claim = (limit: number, now: Date) =>
  database().sqlTransaction((db) => {
    const ctx: SqlContext = { ...systemContext(), db, now };
    return claimMails(ctx, { limit, leaseMs: 60_000 });
  });

describe("the queue of mails", () => {
  it("holds each kind of a session once, however often and at once it is asked for", async () => {
    const { id, accountId } = await makeSale({ ...shop, kinds: [] });
    const asked = { accountId, checkoutSessionId: id, now: new Date() };
    const ask = (kinds: Parameters<typeof queueMails>[1]["kinds"]) =>
      database().transaction((db) => queueMails(db, { ...asked, kinds }));
    await ask([]);
    expect(await kindsOf(id)).toEqual([]);
    await Promise.all([
      ask(["receipt", "certificate"]),
      ask(["receipt"]),
      ask(["certificate", "receipt"]),
    ]);
    await database().sqlTransaction((sql) => queueMails(sql, { ...asked, kinds: ["refund"] }));
    expect(await kindsOf(id)).toEqual(["certificate", "receipt", "refund"]);
  });

  it("gives a mail to one claim, and again only when its lease is over", async () => {
    await makeSale({ ...shop, kinds: ["receipt", "refund", "failure"] });
    const now = new Date();
    const later = new Date(now.getTime() + 59_999);
    const over = new Date(now.getTime() + 60_000);
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim(2, now)));
    const first = claims.flat().map(({ id }) => id);
    expect(new Set(first).size).toBe(first.length);
    expect(await claim(100, later)).toEqual([]);
    const again = await claim(100, over);
    expect(again.map(({ id }) => id).sort()).toEqual([...first].sort());
    for (const mail of again) expect(mail.attempts).toBe(2);
  });
});
