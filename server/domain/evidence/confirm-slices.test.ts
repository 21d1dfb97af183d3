import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { database } from "#core/db";
import { checkLedger } from "#domain/diagnostics";
import { write } from "#testing/evidence-shop";
import { systemContext } from "#testing/factories";
import { type FakeIsometric, startFakeIsometric } from "#testing/fake-isometric/server";
import { elapse, openRequests, sellCredits } from "#testing/registry-requests";
import {
  getPolicy,
  listWorklistBlocks,
  markRequested,
  runRegistryRequests,
  setPolicy,
  writeRequests,
} from "./index";
import { SLICE_ALLOCATIONS } from "./lot-stretches";
import { confirmSlice, markSent } from "./requests";

let fake: FakeIsometric;
beforeAll(async () => {
  fake = await startFakeIsometric();
});
afterAll(() => fake.close());

const db = () => database().prisma;
const mode = "test" as const;
const registry = "verra";
const place = { mode, registry };
const ORDERS = 700;
const run = () => runRegistryRequests(systemContext(), { database: database() });

let accountId: string;
let lotId: string;
beforeEach(async () => {
  const [id = ""] = await sellCredits(fake, "Verra", Array(ORDERS).fill(10));
  ({ accountId } = await db().order.findFirstOrThrow({ where: { id } }));
  ({ lotId } = await db().retirement.findFirstOrThrow({ where: { accountId } }));
});

/** Orders with this status that each transaction has written last. */
async function writtenAtOnce(status: string): Promise<number[]> {
  const rows = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM orders
    WHERE account_id = ${accountId} AND registry_status = ${status} GROUP BY xmin::text`;
  return rows.map(({ count }) => count);
}

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);

it("a backlog is requested and confirmed a slice at a time", async () => {
  await run();
  const requested = await writtenAtOnce("requested");
  expect(sum(requested)).toBe(ORDERS);
  expect(Math.max(...requested)).toBeLessThanOrEqual(SLICE_ALLOCATIONS);
  await elapse(3000);
  await run();
  const retired = await writtenAtOnce("retired");
  expect(sum(retired)).toBe(ORDERS);
  expect(Math.max(...retired)).toBeLessThanOrEqual(SLICE_ALLOCATIONS);
});

it("a large request is confirmed in slices, and after a crash between them to its end", async () => {
  const items = [{ lotId, startKg: 0, endKg: ORDERS * 10 }];
  const text = { beneficiary: "customers", isPool: true, reason: null, note: null };
  const requests = [{ ...text, nextPollAt: null, items }];
  const [id = ""] = await write(async (tx) => {
    const ids = await writeRequests(tx, { mode, registry, adapter: "sandbox", requests });
    await markSent(tx, { mode, ids, nextPollAt: new Date() });
    return ids;
  });
  const sending = JSON.stringify({ kg: ORDERS * 10, plan: { kg: ORDERS * 10 } });
  await db().$executeRaw`UPDATE registry_requests SET plan = ${sending}::jsonb WHERE id = ${id}`;
  const facts = { retiredOn: "2026-11-03", beneficiary: "customers", reason: null, url: null };
  const record = {
    ...facts,
    kind: "retired" as const,
    registryReference: `sandbox-${id}`,
    isPool: true,
  };
  const retirement = { ...record, source: "adapter" as const };
  expect(await write((tx) => confirmSlice(tx, { mode, id, retirement }))).toBe(true);
  expect(await checkLedger(systemContext())).toEqual([]);
  expect(await openRequests()).toMatchObject([{ id, state: "sent" }]);
  const [first = 0] = await writtenAtOnce("retired");
  expect([first, (await writtenAtOnce("requested")).length]).toEqual([SLICE_ALLOCATIONS, 1]);
  await elapse(3000);
  await run();
  const slices = await writtenAtOnce("retired");
  expect(sum(slices)).toBe(ORDERS);
  expect(Math.max(...slices)).toBeLessThanOrEqual(SLICE_ALLOCATIONS);
  expect(await openRequests()).toEqual([]);
  const records = await db().registryRetirement.findMany({ where: { requestId: id } });
  expect(new Set(records.map((one) => one.registryReference))).toEqual(new Set([`sandbox-${id}`]));
  expect(await checkLedger(systemContext())).toEqual([]);
});

it("a worklist is marked as requested in slices, all of it or chosen blocks", async () => {
  await write(async (tx) => setPolicy(tx, { ...(await getPolicy(tx, place)), adapter: "manual" }));
  const work = { ...place, section: "current" as const };
  const page = { ...work, limit: 1000, after: null };
  const { blocks } = await listWorklistBlocks(systemContext(), page);
  expect(blocks.map(({ lotId: id, quantityKg }) => [id, quantityKg])).toEqual([[lotId, 7000]]);
  const mark = (some: { startKg: number; endKg: number }[] | null) => {
    const chosen = some?.map((part) => ({
      lotId,
      beneficiary: blocks[0]?.beneficiary ?? "",
      ...part,
    }));
    const input = { ...work, blocks: chosen ?? null, database: database() };
    return markRequested(systemContext(), input);
  };
  const parts = [1000, 0, 2000, 3000].map((startKg) => ({ startKg, endKg: startKg + 1000 }));
  expect(await mark(parts)).toEqual({ requests: 4, kg: 4000 });
  await expect(mark([{ startKg: 3000, endKg: 5000 }])).rejects.toMatchObject({ code: "conflict" });
  expect(await mark(null)).toEqual({ requests: 1, kg: 3000 });
  expect(await mark(null)).toEqual({ requests: 0, kg: 0 });
  const requested = await writtenAtOnce("requested");
  expect(sum(requested)).toBe(ORDERS);
  expect(Math.max(...requested)).toBeLessThanOrEqual(SLICE_ALLOCATIONS);
  await write(async (tx) => setPolicy(tx, { ...(await getPolicy(tx, place)), adapter: "sandbox" }));
});
