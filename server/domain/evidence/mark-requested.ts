import type { Context, Mode } from "#core/context";
import type { Database } from "#core/db";
import { notFound, Problem } from "#core/errors";
import { lockCatalogue } from "#domain/catalogue";
import { type DueItem, type DueItems, findDueItems, type WorkPlace } from "./due-items";
import { firstSlice, SLICE_ALLOCATIONS } from "./lot-stretches";
import type { LotStretch } from "./match-evidence-types";
import { findPolicies } from "./policies";
import { kgOf } from "./registry-retirements";
import { markSent, refuseRequest, writeRequests } from "./requests";
import { isSameText } from "./text-rules";
import { findWorkLots, type WorkLot, type WorklistSection } from "./work-lots";
import { toBlock } from "./worklist";

const PAGE = 1000;

interface Place {
  mode: Mode;
  registry: string;
  section: WorklistSection;
}

export interface SelectedBlock extends LotStretch {
  /** The text that the operator saw. */
  beneficiary: string;
}

interface Work extends Place {
  lots: readonly WorkLot[];
  policyOf: Awaited<ReturnType<typeof findPolicies>>;
}

/** Reads the registry's work. @throws conflict if an adapter makes the requests */
async function findWork(ctx: Context, place: Place): Promise<Work> {
  const { mode, registry, section } = place;
  const policyOf = await findPolicies(ctx, { mode, registries: [registry] });
  if (policyOf(registry).adapter !== "manual") {
    throw new Problem("conflict", {
      title: "Retirements at this registry are requested automatically",
      detail: "To retire by hand, change the registry’s policy.",
    });
  }
  return { ...place, policyOf, lots: await findWorkLots(ctx.db, { mode, section, registry }) };
}

/** The selected part of what is due. @throws conflict if it is no longer due with this text */
async function selectedItem(ctx: Context, work: Work, block: SelectedBlock): Promise<DueItem> {
  const lots = work.lots.filter(({ id }) => id === block.lotId);
  let from: WorkPlace | null = { lotId: block.lotId, kg: block.startKg };
  let first: DueItem | undefined;
  let endKg = block.startKg;
  do {
    const page: DueItems = await findDueItems(ctx, { ...work, lots, from, limit: PAGE });
    for (const item of page.items) {
      if (item.startKg !== endKg || !isSameText(item.beneficiary, block.beneficiary)) break;
      first ??= item;
      endKg = item.endKg;
    }
    // Only if the whole page is a part of it.
    from = page.items.at(-1)?.endKg === endKg ? page.next : null;
  } while (from !== null && endKg < block.endKg);
  if (first && endKg >= block.endKg) return { ...first, endKg: block.endKg };
  throw new Problem("conflict", {
    title: "The worklist has changed",
    detail: "Some of these credits were requested or retired meanwhile. Reload the worklist.",
  });
}

async function selectedItems(ctx: Context, work: Work, blocks: readonly SelectedBlock[]) {
  const items: DueItem[] = [];
  for (const block of blocks) items.push(await selectedItem(ctx, work, block));
  return items;
}

/** Each becomes one request. */
async function writeItems(ctx: Context, place: Place, items: readonly DueItem[]): Promise<void> {
  const { mode, registry } = place;
  const requests = items.map((item) => {
    const { note, lotId, startKg, endKg } = toBlock(item, ctx.now);
    const { beneficiary, isPool } = item;
    const stretch = { lotId, startKg, endKg };
    return { beneficiary, isPool, reason: null, note, nextPollAt: null, items: [stretch] };
  });
  const ids = await writeRequests(ctx, { mode, registry, adapter: "manual", requests });
  await markSent(ctx, { mode, ids, nextPollAt: null });
}

interface MarkRequested extends Place {
  /** Null for all blocks that are due. */
  blocks: readonly SelectedBlock[] | null;
  database: Database;
}

interface Marked {
  requests: number;
  kg: number;
}

async function markAll(ctx: Context, { database, ...place }: Place & { database: Database }) {
  const marked: Marked = { requests: 0, kg: 0 };
  let from: WorkPlace | null = null;
  do {
    const start: WorkPlace | null = from;
    const page: DueItems = await database.transaction(async (db) => {
      const inside = { ...ctx, db };
      await lockCatalogue(inside, place.mode);
      const work = await findWork(inside, place);
      const limits = { limit: PAGE, maxAllocations: SLICE_ALLOCATIONS };
      const due = await findDueItems(inside, { ...work, from: start, ...limits });
      await writeItems(inside, place, due.items);
      return due;
    });
    marked.requests += page.items.length;
    marked.kg += kgOf(page.items);
    from = page.next;
  } while (from !== null);
  return marked;
}

/** As many blocks as one transaction may mark, at least one. */
async function nextBlocks(ctx: Context, mode: Mode, blocks: readonly SelectedBlock[]) {
  const slice = await firstSlice(ctx, { mode, stretches: blocks });
  const isWhole = ({ lotId, startKg, endKg }: SelectedBlock) =>
    slice.some((one) => one.lotId === lotId && one.startKg === startKg && one.endKg === endKg);
  const whole = blocks.filter(isWhole);
  return whole.length > 0 ? whole : blocks.slice(0, 1);
}

async function markSelected(
  ctx: Context,
  { blocks, database, ...place }: MarkRequested & { blocks: readonly SelectedBlock[] },
): Promise<Marked> {
  // None is marked if one of them is not due any more.
  await selectedItems(ctx, await findWork(ctx, place), blocks);
  let left = blocks;
  while (left.length > 0) {
    const next = await nextBlocks(ctx, place.mode, left);
    await database.transaction(async (db) => {
      const inside = { ...ctx, db };
      await lockCatalogue(inside, place.mode);
      const work = await findWork(inside, place);
      await writeItems(inside, place, await selectedItems(inside, work, next));
    });
    left = left.filter((block) => !next.includes(block));
  }
  return { requests: blocks.length, kg: kgOf(blocks) };
}

/**
 * Records that an operator has asked the registry to retire these blocks. Each becomes one request,
 * which an import of the registry's export confirms. In transactions of its own, of a few hundred
 * allocations: matching waits for each.
 * @throws conflict if a block is not due any more, or an adapter makes the requests
 */
export function markRequested(ctx: Context, { blocks, ...rest }: MarkRequested): Promise<Marked> {
  return blocks === null ? markAll(ctx, rest) : markSelected(ctx, { blocks, ...rest });
}

/**
 * Puts the kg of a request that was not made back on the worklist. Only what an operator requests by
 * hand: a registry may still carry out what an adapter sent, and then a second request retires twice.
 * @throws not-found; conflict
 */
export async function returnToWorklist(
  ctx: Context,
  { mode, id }: { mode: Mode; id: string },
): Promise<void> {
  const request = await ctx.db.prisma.registryRequest.findUnique({
    where: { mode_id: { mode, id } },
    select: { adapter: true },
  });
  if (!request) throw notFound("registry request");
  if (request.adapter !== "manual") {
    throw new Problem("conflict", {
      title: "The worker sent this request: the registry may still carry it out",
    });
  }
  await refuseRequest(ctx, { mode, id, error: "Returned to the worklist by an operator" });
}
