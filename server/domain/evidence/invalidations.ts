// Sold credits that lost their validity without a row of an export: a letter says so.
import type { Context, Mode } from "#core/context";
import { isInFuture } from "#core/dates";
import { invalid } from "#core/errors";
import { newId } from "#core/id";
import { lockCatalogue } from "#domain/catalogue";
import { decideIncident } from "./decide-incident";
import { findEvidenceLots } from "./evidence-lots";
import { openIncidents } from "./incidents";
import { findItems } from "./manual-retirements";
import type { LotStretch } from "./match-evidence-types";
import { supersedeRetirement } from "./registry-retirements";
import { getRegistryRetirement } from "./retirement-list";
import type { EvidenceSource, Invalidation } from "./schema";
import { splitCovered } from "./unit-runs-rules";

type Input = Invalidation & { mode: Mode };

const overlapping = ({ lotId, startKg, endKg }: LotStretch) => ({
  ...{ lotId, startKg: { lt: endKg }, endKg: { gt: startKg } },
});

async function requireSold(ctx: Context, mode: Mode, items: readonly LotStretch[]) {
  const lots = await findEvidenceLots(ctx, { mode, pieces: items });
  for (const { id, touchedEndKg } of lots) {
    if (items.every(({ lotId, endKg }) => lotId !== id || endKg <= touchedEndKg)) continue;
    throw invalid("serials", "include credits that no order has: remove them from stock instead");
  }
}

/** Ends the records of retirement of these credits. Those about other credits, too, stay for them. */
async function endRecords(
  ctx: Context,
  { mode, reason }: Input,
  items: readonly LotStretch[],
): Promise<void> {
  const recorded = await ctx.db.prisma.registryRetirementItem.findMany({
    where: { mode, isLive: true, OR: items.map(overlapping) },
    distinct: ["retirementId"],
  });
  for (const { retirementId: id } of recorded) {
    const { parts, retiredOn, isPool, requestId, ...record } = await getRegistryRetirement(ctx, {
      mode,
      id,
    });
    if (record.kind === "cancelled") {
      throw invalid("serials", "include credits whose cancellation is recorded already");
    }
    const left = parts.flatMap((part) => {
      const lost = items.filter(({ lotId }) => lotId === part.lotId);
      return splitCovered(part, lost).rest.map((rest) => ({ lotId: part.lotId, ...rest }));
    });
    const { kind, beneficiary, reason: former, registryReference, url } = record;
    const source = record.source as EvidenceSource;
    const facts = { kind, retiredOn, beneficiary, reason: former, registryReference, url, source };
    const replacement = { ...facts, isPool, requestId, items: left };
    await supersedeRetirement(ctx, {
      ...{ mode, id, reason: `Invalidated: ${reason}` },
      replacement: left.length > 0 ? replacement : null,
    });
  }
}

/**
 * Records, on an operator's word, that sold credits were cancelled. The orders' certificates say so,
 * and other credits can be substituted for the credits of each incident. Returns the incidents' ids.
 * @throws invalid `serials` or `date`
 */
export async function recordInvalidation(ctx: Context, input: Input): Promise<{ ids: string[] }> {
  const { mode, registry, serials, date, reason, proof } = input;
  await lockCatalogue(ctx, mode);
  if (isInFuture(date, ctx.now)) throw invalid("date", "must not be in the future");
  const items = await findItems(ctx, { mode, registry, serials });
  await requireSold(ctx, mode, items);
  await endRecords(ctx, input, items);
  const ids = await openIncidents(ctx, {
    ...{ mode, registry },
    incidents: items.map((stretch) => ({
      kind: "needs_confirmation",
      stretch,
      row: {
        ...{ key: newId("registryIncident"), place: "Entered by an operator", kind: "cancelled" },
        ...{ serials: serials.trim(), quantityKg: stretch.endKg - stretch.startKg },
        ...{ retiredOn: date, beneficiary: null, reason, note: proof, reference: null, url: null },
        ...{ projectRegistryId: null, vintageYear: null, waitsFor: "cancelled" },
        source: "operator",
      },
      proposal: { requestId: null, beneficiary: "", isPool: false, items: [stretch] },
    })),
  });
  const note = `${reason} Proof: ${proof}`;
  for (const id of ids) {
    await decideIncident(ctx, { mode, id, decision: "ours", note, retired_on: null });
  }
  return { ids };
}
