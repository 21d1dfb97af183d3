import { beforeEach, describe, expect, test } from "vitest";
import { database } from "#core/db";
import { contextOf, makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";
import { placeOrder } from "#testing/place-order";
import { returnToWorklist } from "./mark-requested";
import { writeRequests } from "./requests";
import { listWorklistBlocks, listWorklistGroups } from "./worklist";

const mode = "test";
const registry = "test-registry";
const DAY_MS = 86_400_000;

let stock: Awaited<ReturnType<typeof makeStock>>;
let account: Awaited<ReturnType<typeof makeAccount>>["account"];

/** Sells these kg, one order after the other. */
async function sell(...parts: [beneficiary: string | null, kg: number][]) {
  for (const [name, amountKg] of parts) {
    const beneficiary = name === null ? null : { name, message: null, url: null };
    await placeOrder(contextOf(account), {
      amount_kg: amountKg,
      portfolio_id: stock.portfolioId,
      subaccountId: null,
      beneficiary,
    });
    await matchAll();
  }
}

const setPolicy = (retireWithinDays: number) =>
  database().prisma.registryPolicy.upsert({
    where: { mode_registry: { mode, registry } },
    create: { mode, registry, timing: "after_sale", retireWithinDays, adapter: "manual" },
    update: { retireWithinDays },
  });

/** The worklist of this test's stock, in `days` days. */
async function blocks(days = 0, section: "current" | "unreported" = "current") {
  const ctx = { ...systemContext(), now: new Date(Date.now() + days * DAY_MS) };
  const projectId = `prj_${stock.tag}_a`;
  const page = { mode, registry, section, projectId, limit: 100, after: null } as const;
  return (await listWorklistBlocks(ctx, page)).blocks;
}
const listed = async (...input: Parameters<typeof blocks>) =>
  (await blocks(...input)).map((one) => [one.startKg, one.endKg, one.beneficiary, one.isOverdue]);

beforeEach(async () => {
  stock = await makeStock({ tonnes: 10 });
  ({ account } = await makeAccount());
  await setPolicy(30);
});

describe("the worklist", () => {
  test("names the customer of whole tonnes, and the pool for shared ones, with true serials", async () => {
    await sell(["Ada", 2500], ["Bo", 500], [null, 1000], ["Ada", 25]);
    const [ada, shared, own] = await blocks();
    expect(await blocks()).toHaveLength(3);
    expect(ada).toMatchObject({
      serialNumberRange: `TST-${stock.tag}-a-1-2`,
      beneficiary: "Ada",
      quantityKg: 2000,
      isPool: false,
    });
    expect(shared).toMatchObject({ startKg: 2000, isPool: true });
    expect(shared?.beneficiary).toMatch(/^customers of /);
    expect(own).toMatchObject({ beneficiary: account.name, endKg: 4000 });
    expect(ada?.note).toContain(ada?.reference);
  });

  test("does not take back a request that the worker sent", async () => {
    await sell(["Ada", 1000]);
    const facts = { beneficiary: "Ada", isPool: false, reason: null, note: null, nextPollAt: null };
    const items = [{ lotId: `lot_${stock.tag}_a`, startKg: 0, endKg: 1000 }];
    const inTransaction = <Result>(work: (ctx: ReturnType<typeof systemContext>) => Result) =>
      database().transaction(async (db) => work({ ...systemContext(), db }));
    const requests = [{ ...facts, items }];
    const [id = ""] = await inTransaction((ctx) =>
      writeRequests(ctx, { mode, registry, adapter: "isometric", requests }),
    );
    const returned = inTransaction((ctx) => returnToWorklist(ctx, { mode, id }));
    await expect(returned).rejects.toMatchObject({ code: "conflict" });
    expect(await blocks()).toEqual([]);
  });

  test("adds a partly sold tonne when its oldest sale reaches the limit", async () => {
    await sell(["Ada", 1025]);
    expect((await blocks()).map(({ endKg }) => endKg)).toEqual([1000]);
    const later = await listed(31);
    expect(later.map(([start, end, , isOverdue]) => [start, end, isOverdue])).toEqual([
      [0, 1000, true],
      [1000, 2000, true],
    ]);
    const group = { projectId: `prj_${stock.tag}_a`, dueKg: 1000, waitingKg: 1000 };
    expect(await listWorklistGroups(systemContext(), { mode, registry })).toContainEqual(
      expect.objectContaining(group),
    );
  });

  test("keeps what was sold before there was evidence apart", async () => {
    await sell(["Ada", 1500]);
    await database().prisma.retirement.updateMany({
      where: { lotId: { in: stock.lotIds } },
      data: { predatesEvidence: true },
    });
    await sell(["Bo", 1500]);
    expect(await listed(0, "unreported")).toEqual([
      [0, 1000, "Ada", true],
      [1000, 2000, expect.stringMatching(/^customers/), true],
    ]);
    // His full tonne is the first one of the piece behind the opened tonne.
    expect(await listed()).toEqual([[0, 1000, "Bo", false]]);
  });

  test("pages through blocks without losing or repeating one", async () => {
    await sell(["Ada", 1000], ["Bo", 1000], ["Cy", 1000], ["Di", 1000], ["Ed", 1500]);
    const projectId = `prj_${stock.tag}_a`;
    const page = { mode, registry, section: "current", projectId, limit: 2 } as const;
    const names: string[] = [];
    let after = null;
    do {
      const { blocks, next } = await listWorklistBlocks(systemContext(), { ...page, after });
      names.push(...blocks.map(({ beneficiary }) => beneficiary));
      after = next;
    } while (after !== null);
    expect(names).toEqual(["Ada", "Bo", "Cy", "Di", "Ed"]);
  });
});
