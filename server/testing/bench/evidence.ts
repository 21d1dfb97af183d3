// Recording what a registry retired, for many orders at once.
import { type Db, database } from "#core/db";
import { recordRetirements } from "#domain/evidence";
import { recomputeTotals } from "#testing/bench/history";
import { formatNumber, type Section } from "#testing/bench/report";
import { seedSoldLots } from "#testing/bench/sold-lots";
import { systemContext } from "#testing/factories";

const ORDERS = 25_000;
const TONNES_PER_ORDER = 4;
const MAX_S = 20;
const mode = "test";

/** One record for each order, with an item for each of its tonnes. */
async function retirementsOfAll() {
  const allocations = await database().prisma.retirement.findMany({
    where: { mode },
    select: { lotId: true, lotStartKg: true, orderId: true },
    orderBy: [{ lotId: "asc" }, { lotStartKg: "asc" }],
  });
  return allocations.map(({ lotId, lotStartKg, orderId }) => ({
    retiredOn: "2026-11-03",
    beneficiary: orderId,
    reason: null,
    registryReference: orderId,
    url: null,
    source: "import" as const,
    isPool: false,
    requestId: null,
    items: Array.from({ length: TONNES_PER_ORDER }, (_, tonne) => ({
      lotId,
      startKg: Number(lotStartKg) + tonne * 1000,
      endKg: Number(lotStartKg) + (tonne + 1) * 1000,
    })),
  }));
}

export async function benchEvidence(): Promise<Section[]> {
  await seedSoldLots({ orders: ORDERS, kg: TONNES_PER_ORDER * 1000 });
  await recomputeTotals();
  const retirements = await retirementsOfAll();
  const started = performance.now();
  await database().transaction((db: Db) =>
    recordRetirements({ ...systemContext(), db }, { mode, registry: "verra", retirements }),
  );
  const seconds = (performance.now() - started) / 1000;
  const retired = await database().prisma.order.count({ where: { registryStatus: "retired" } });
  const tonnes = ORDERS * TONNES_PER_ORDER;
  return [
    {
      title: "Evidence for many orders, in one transaction",
      lines: [
        {
          label: `${formatNumber(tonnes)} tonnes, each an item of its own`,
          figure: `${formatNumber(seconds)} s`,
          goal: { text: `≤ ${MAX_S} s`, isMet: seconds <= MAX_S && retired === ORDERS },
          note: `${formatNumber(retired)} orders retired`,
        },
      ],
    },
  ];
}
