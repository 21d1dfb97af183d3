import type { Context } from "#core/context";
import { listWorklistBlocks, recordRetirements, type WorklistBlock } from "#domain/evidence";
import { at, type Story } from "./story";

const REGISTRY = "sandbox-registry";
/** Of one page of the worklist. */
const PAGE = 500;
/** The sandbox registry retires tonnes. */
const UNIT_KG = 1000;

const startOfUnit = (kg: bigint) => Math.floor(Number(kg) / UNIT_KG) * UNIT_KG;

/** Purchases of the demo's visitors after `now`, in whole units. */
async function findLater({ db, now }: Context, blocks: readonly WorklistBlock[]) {
  const lotId = { in: blocks.map((block) => block.lotId) };
  const where = { lotId, retiredAt: { gt: now } };
  const later = await db.prisma.retirement.findMany({ where, orderBy: { lotStartKg: "asc" } });
  return later.map((sold) => ({
    lotId: sold.lotId,
    startKg: startOfUnit(sold.lotStartKg),
    endKg: startOfUnit(sold.lotEndKg - 1n) + UNIT_KG,
  }));
}

/** The parts of the block between the others, which are sorted. */
function without(
  { lotId, startKg, endKg }: WorklistBlock,
  others: Awaited<ReturnType<typeof findLater>>,
) {
  const parts = [];
  let fromKg = startKg;
  for (const other of others) {
    if (other.lotId !== lotId || other.endKg <= fromKg || other.startKg >= endKg) continue;
    if (other.startKg > fromKg) parts.push({ lotId, startKg: fromKg, endKg: other.startKg });
    fromKg = other.endKg;
  }
  return fromKg < endKg ? [...parts, { lotId, startKg: fromKg, endKg }] : parts;
}

/** Records that the sandbox registry retired what was sold and is due, on the day of `now`. */
export async function retireAtRegistry(story: Story, now: Date): Promise<void> {
  const ctx = at(story, now);
  const { mode } = ctx.account;
  const page = { mode, registry: REGISTRY, section: "current" as const, limit: PAGE };
  let blocks: WorklistBlock[];
  do {
    ({ blocks } = await listWorklistBlocks(ctx, { ...page, after: null }));
    const later = await findLater(ctx, blocks);
    const retirements = blocks.map((block) => ({
      kind: "retired" as const,
      retiredOn: now.toISOString().slice(0, 10),
      beneficiary: block.beneficiary,
      reason: null,
      registryReference: `SBX-${block.reference}`,
      url: null,
      source: "operator" as const,
      isPool: block.isPool,
      requestId: null,
      items: without(block, later),
    }));
    const due = retirements.filter(({ items }) => items.length > 0);
    if (due.length > 0)
      await recordRetirements(ctx, { mode, registry: REGISTRY, retirements: due });
  } while (blocks.length === PAGE);
}
