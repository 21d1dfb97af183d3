// The worklist of a million pending allocations.
import { database } from "#core/db";
import { getWorklistCounts, listWorklistBlocks, listWorklistGroups } from "#domain/evidence";
import { percentile, sortedNumbers } from "#testing/bench/load";
import { formatNumber, type Line, type Section } from "#testing/bench/report";
import { seedSoldLots } from "#testing/bench/sold-lots";
import { systemContext } from "#testing/factories";

const ORDERS = 1_000_000;
const KG = 25;
const TIMES = 15;
const MAX_MS = 300;
const place = { mode: "test", registry: "verra", section: "current" } as const;

async function measure(label: string, work: () => Promise<unknown>): Promise<Line> {
  await work();
  const ms: number[] = [];
  for (let turn = 0; turn < TIMES; turn += 1) {
    const started = performance.now();
    await work();
    ms.push(performance.now() - started);
  }
  const most = percentile(sortedNumbers(ms), 0.5) ?? 0;
  return {
    label,
    figure: `${formatNumber(most)} ms`,
    goal: { text: `≤ ${MAX_MS} ms`, isMet: most <= MAX_MS },
  };
}

export async function benchWorklist(): Promise<Section[]> {
  await seedSoldLots({ orders: ORDERS, kg: KG });
  await database().prisma.registryPolicy.create({
    data: {
      mode: "test",
      registry: "verra",
      timing: "after_sale",
      retireWithinDays: 30,
      adapter: "manual",
    },
  });
  const ctx = systemContext();
  const first = { ...place, limit: 25, after: null };
  const { next } = await listWorklistBlocks(ctx, first);
  const lines = [
    await measure("amounts by registry, project and vintage", () => listWorklistGroups(ctx, place)),
    await measure("counts", () => getWorklistCounts(ctx, place)),
    await measure("first page of blocks", () => listWorklistBlocks(ctx, first)),
    await measure("second page", () => listWorklistBlocks(ctx, { ...first, after: next })),
  ];
  return [{ title: `The worklist of ${formatNumber(ORDERS)} pending allocations`, lines }];
}
