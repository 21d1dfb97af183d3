import type { Context, Mode } from "#core/context";
import { notFound, Problem } from "#core/errors";
import { lockCatalogue } from "#domain/catalogue";
import { type DueItem, findDueItems, type WorkPlace } from "./due-items";
import type { LotStretch } from "./match-evidence-types";
import type { RegistryPolicy } from "./policies";
import { findPolicies } from "./policy-lookup";
import { markSent, refuseRequest, writeRequests } from "./requests";
import { isSameText } from "./text-rules";
import { findWorkLots, type WorklistSection } from "./work-lots";
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

interface MarkRequested extends Place {
  /** Null for all blocks that are due. */
  blocks: readonly SelectedBlock[] | null;
}

async function findAll(
  ctx: Context,
  { mode, registry, section }: Place,
  lotIds: ReadonlySet<string> | null,
): Promise<DueItem[]> {
  const all = await findWorkLots(ctx.db, { mode, section, registry });
  const lots = lotIds ? all.filter(({ id }) => lotIds.has(id)) : all;
  const policyOf = await findPolicies(ctx, { mode, registries: [registry] });
  const items: DueItem[] = [];
  let from: WorkPlace | null = null;
  do {
    const page = await findDueItems(ctx, { mode, section, lots, policyOf, from, limit: PAGE });
    items.push(...page.items);
    from = page.next;
  } while (from !== null);
  return items;
}

/** The selected part of what is due. @throws conflict if it is no longer due with this text */
function selectedItem(block: SelectedBlock, due: ReadonlyMap<string, DueItem[]>): DueItem {
  const item = due
    .get(block.lotId)
    ?.find(
      ({ startKg, endKg, beneficiary }) =>
        startKg <= block.startKg &&
        block.endKg <= endKg &&
        isSameText(beneficiary, block.beneficiary),
    );
  if (item) return { ...item, startKg: block.startKg, endKg: block.endKg };
  throw new Problem("conflict", {
    title: "The worklist has changed",
    detail: "Some of these credits were requested or retired meanwhile. Reload the worklist.",
  });
}

function requireManual({ adapter }: RegistryPolicy): void {
  if (adapter === "manual") return;
  throw new Problem("conflict", {
    title: "Retirements at this registry are requested automatically",
    detail: "To retire by hand, change the registry’s policy.",
  });
}

/**
 * Records that an operator has asked the registry to retire these blocks. Each becomes one request,
 * which an import of the registry's export confirms.
 * @throws conflict if a block is not due any more, or an adapter makes the requests
 */
export async function markRequested(
  ctx: Context,
  { blocks, ...place }: MarkRequested,
): Promise<{ requests: number; kg: number }> {
  const { mode, registry } = place;
  await lockCatalogue(ctx, mode);
  const policyOf = await findPolicies(ctx, { mode, registries: [registry] });
  requireManual(policyOf(registry));
  const lotIds = blocks && new Set(blocks.map(({ lotId }) => lotId));
  const due = await findAll(ctx, place, lotIds);
  const byLot = Map.groupBy(due, ({ lotId }) => lotId);
  const items = blocks ? blocks.map((block) => selectedItem(block, byLot)) : due;
  const kg = items.reduce((sum, { startKg, endKg }) => sum + endKg - startKg, 0);
  if (items.length === 0) return { requests: 0, kg };
  const requests = items.map((item) => {
    const { note, lotId, startKg, endKg } = toBlock(item, ctx.now);
    const { beneficiary, isPool } = item;
    const stretch = { lotId, startKg, endKg };
    return { beneficiary, isPool, reason: null, note, nextPollAt: null, items: [stretch] };
  });
  const ids = await writeRequests(ctx, { mode, registry, adapter: "manual", requests });
  await markSent(ctx, { mode, ids, nextPollAt: null });
  return { requests: ids.length, kg };
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
