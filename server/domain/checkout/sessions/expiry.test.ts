// A checkout session ends once: by expiration, by its account or by completion, whichever is first.
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { database } from "#core/db";
import { Problem } from "#core/errors";
import {
  createCheckoutSession,
  expireCheckoutSession,
  getCheckoutSession,
  listCheckoutSessions,
} from "#domain/checkout";
import { expireSessions } from "#jobs/chores";
import { startWorker } from "#jobs/worker";
import { contextOf, makeAccount, makeStock, systemContext } from "#testing/factories";
import { order, session } from "#testing/ledger";

const client = new pg.Client({ connectionString: process.env["DATABASE_URL"] });
let account: Awaited<ReturnType<typeof makeAccount>>["account"];
let portfolioId: string;

beforeAll(async () => {
  await client.connect();
  ({ portfolioId } = await makeStock());
});
beforeEach(async () => {
  ({ account } = await makeAccount());
});
afterAll(() => client.end());

const at = (now: Date) => ({ ...contextOf(account), now });
const later = (now: Date, ms: number) => new Date(now.getTime() + ms);

function create() {
  const input = {
    amount_kg: 100,
    success_url: "https://shop.example/thanks",
    cancel_url: "https://shop.example/basket",
    portfolio_id: portfolioId,
    subaccountId: null,
    callbackUrl: null,
    customerEmail: null,
  };
  return database().transaction((db) =>
    createCheckoutSession({ ...contextOf(account), db }, input),
  );
}

function expire(id: string, now = new Date()) {
  return database().transaction((db) => expireCheckoutSession({ ...at(now), db }, { id }));
}

async function storedState(id: string): Promise<string> {
  const { rows } = await client.query("SELECT state FROM checkout_sessions WHERE id = $1", [id]);
  return rows[0]?.state;
}

async function audited(id: string): Promise<string[]> {
  const { rows } = await client.query(
    "SELECT action FROM audit_entries WHERE subject_id = $1 ORDER BY id",
    [id],
  );
  return rows.map(({ action }) => action);
}

/** Completes the session as a payment does: only if it is open. Returns whether it did. */
async function complete(id: string): Promise<boolean> {
  await client.query(
    order({
      account_id: account.id,
      id: `ord_${id}`,
      portfolio_id: portfolioId,
      channel: "checkout",
      checkout_session_id: id,
      amount_kg: 100,
      price_per_tonne: 3000,
      price: 300,
    }),
  );
  const { rowCount } = await client.query(
    `UPDATE checkout_sessions SET state = 'complete', order_id = $2, completed_at = created_at
     WHERE id = $1 AND state = 'open' RETURNING id`,
    [id, `ord_${id}`],
  );
  return rowCount === 1;
}

describe("an open session", () => {
  it("is open until its last millisecond and expired afterwards, without a job", async () => {
    const { id, createdAt, expiresAt } = await create();
    expect(expiresAt).toEqual(later(createdAt, 86_400_000));
    const page = { limit: 1, subaccountId: null };
    for (const [now, state] of [
      [later(expiresAt, -1), "open"],
      [expiresAt, "expired"],
    ] as const) {
      expect((await getCheckoutSession(at(now), { id })).state).toBe(state);
      expect((await listCheckoutSessions(at(now), page)).data).toMatchObject([{ id, state }]);
    }
    expect(await storedState(id)).toBe("open");
  });

  it("past its expiration cannot be expired by its account", async () => {
    const { id, expiresAt } = await create();
    await expect(expire(id, expiresAt)).rejects.toThrow(
      "Cannot expire an expired checkout session",
    );
    expect(await audited(id)).toEqual(["checkout_session.created"]);
    expect((await expire(id, later(expiresAt, -1))).state).toBe("expired");
    expect(await audited(id)).toEqual(["checkout_session.created", "checkout_session.expired"]);
  });

  it("is expired by the first of 20 concurrent requests, and the others are rejected", async () => {
    const { id } = await create();
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => expire(id)));
    const refused = outcomes.filter((one) => one.status === "rejected");
    expect(refused).toHaveLength(19);
    for (const { reason } of refused) {
      expect(reason).toBeInstanceOf(Problem);
      expect(reason.title).toBe("Cannot expire an expired checkout session");
    }
    expect(await audited(id)).toEqual(["checkout_session.created", "checkout_session.expired"]);
  });

  it("that is completed at the same time is complete, and its expiry is rejected", async () => {
    const { id } = await create();
    await client.query("BEGIN");
    expect(await complete(id)).toBe(true);
    const expiring = expire(id).catch((reason: Problem) => reason.title);
    await vi.waitFor(async () => {
      const { rows } = await client.query(
        "SELECT 1 FROM pg_locks WHERE NOT granted AND pid <> pg_backend_pid()",
      );
      expect(rows).not.toHaveLength(0);
    }, 10_000);
    await client.query("COMMIT");
    expect(await expiring).toBe("Cannot expire a complete checkout session");
    expect(await storedState(id)).toBe("complete");
  });

  it("that was expired first cannot be completed", async () => {
    const { id } = await create();
    await expire(id);
    await client.query("BEGIN");
    expect(await complete(id)).toBe(false);
    await client.query("ROLLBACK");
    expect(await storedState(id)).toBe("expired");
  });
});

describe("the job that expires sessions", () => {
  const jobAt = (now: Date) => expireSessions({ ...systemContext(), now });

  it("expires exactly the due sessions, and no complete one", async () => {
    const [early, late, paid] = [await create(), await create(), await create()];
    const moment = later(early.expiresAt, 1000);
    const move = "UPDATE checkout_sessions SET expires_at = $2 WHERE id = $1";
    await client.query(move, [early.id, moment]);
    await client.query(move, [late.id, later(moment, 1)]);
    expect(await complete(paid.id)).toBe(true);
    await jobAt(later(moment, -1));
    expect(await storedState(early.id)).toBe("open");
    await jobAt(moment);
    expect(await storedState(early.id)).toBe("expired");
    expect(await storedState(late.id)).toBe("open");
    expect(await storedState(paid.id)).toBe("complete");
  });

  it("skips locked sessions without waiting", async () => {
    const [held, free] = [await create(), await create()];
    const late = later(free.expiresAt, 60_000);
    await client.query("BEGIN");
    await client.query("SELECT 1 FROM checkout_sessions WHERE id = $1 FOR UPDATE", [held.id]);
    await jobAt(late);
    expect([await storedState(held.id), await storedState(free.id)]).toEqual(["open", "expired"]);
    await client.query("COMMIT");
    await jobAt(late);
    expect(await storedState(held.id)).toBe("expired");
  });

  it("continues until none is left, for any number of sessions and jobs", async () => {
    const row = { account_id: account.id, portfolio_id: portfolioId };
    await client.query("BEGIN");
    for (let count = 0; count < 2300; count += 1) {
      await client.query(session({ ...row, id: `cs_${account.id}_${count}` }));
    }
    await client.query("COMMIT");
    const late = new Date("2027-01-01T00:00:00Z");
    await Promise.all([jobAt(late), jobAt(late)]);
    await jobAt(late);
    const { rows } = await client.query(
      "SELECT state, count(*)::int FROM checkout_sessions WHERE account_id = $1 GROUP BY state",
      [account.id],
    );
    expect(rows).toEqual([{ state: "expired", count: 2300 }]);
  });

  it("runs as soon as a worker starts", async () => {
    const { id, createdAt } = await create();
    const move = "UPDATE checkout_sessions SET expires_at = $2 WHERE id = $1";
    await client.query(move, [id, createdAt]);
    const worker = startWorker();
    try {
      await vi.waitFor(async () => expect(await storedState(id)).toBe("expired"), 10_000);
    } finally {
      await worker.stop();
    }
  });
});
