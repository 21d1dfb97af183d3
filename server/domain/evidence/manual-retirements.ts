// Registry retirements that an operator copies from the registry, corrects or takes back.
import type { Context, Mode } from "#core/context";
import { invalid, Problem } from "#core/errors";
import { lockCatalogue } from "#domain/catalogue";
import { readNumbers, type SerialRange, separateRetired } from "#domain/inventory";
import { findEvidenceLots, findSerialPieces } from "./evidence-lots";
import { matchEvidence } from "./match-evidence-rules";
import type { EvidenceOutcome, LotStretch } from "./match-evidence-types";
import { getPolicy } from "./policies";
import { recordRetirements, supersedeRetirement } from "./registry-retirements";
import { getRegistryRetirement } from "./retirement-list";
import type { ManualRetirement, RetirementCorrection } from "./schema";

interface Place {
  mode: Mode;
  registry: string;
}

const overlaps = (one: LotStretch, other: Omit<LotStretch, "lotId">) =>
  one.startKg < other.endKg && other.startKg < one.endKg;

interface Facts extends Place {
  items: readonly LotStretch[];
  beneficiary: string | null;
  retiredOn: string;
  /** True if the items' present record is about to be replaced. */
  isReplacement: boolean;
}

/** Compares the facts with our orders, as an import of the registry's export would. */
async function findOutcomes(ctx: Context, facts: Facts): Promise<EvidenceOutcome[]> {
  const { items, beneficiary, retiredOn, isReplacement, ...at } = facts;
  const lots = await findEvidenceLots(ctx, { mode: at.mode, pieces: items });
  const row = {
    key: "operator",
    kind: "retired",
    quantityKg: null,
    retiredOn,
    beneficiary,
    projectRegistryId: null,
    vintageYear: null,
    pieces: items,
  } as const;
  return matchEvidence({
    rows: [row],
    lots: lots.map((lot) => ({
      ...lot,
      evidence: isReplacement
        ? lot.evidence.filter((one) =>
            items.every((item) => item.lotId !== lot.id || !overlaps(item, one)),
          )
        : lot.evidence,
    })),
    candidates: [],
    waitingRows: new Map(),
    policy: await getPolicy(ctx, at),
    now: ctx.now,
  });
}

/** Evidence that the operator may record. @throws invalid naming the field that is wrong */
function acceptedOutcome(outcome: EvidenceOutcome) {
  switch (outcome.kind) {
    case "evidence":
      return outcome;
    case "known":
    case "differs":
      throw invalid("serials", "include credits whose retirement is recorded already");
    case "removal":
      throw invalid("serials", "include credits that no order has: remove them from stock instead");
    case "other_beneficiary":
      throw invalid(
        "beneficiary",
        `does not match the orders of these credits: expected “${outcome.proposal.beneficiary}”`,
      );
    case "needs_confirmation": {
      const { isPool, requestId } = outcome.proposal;
      const { reason } = outcome;
      if (reason === "no_beneficiary" || reason === "similar_name")
        return { ...outcome, isPool, requestId };
      if (reason === "future_date") throw invalid("retired_on", "must not be in the future");
      if (reason === "before_allocation") {
        throw invalid("retired_on", "is before these credits were allocated to their orders");
      }
      if (reason === "rest_for_sale") {
        throw invalid("beneficiary", "names one customer, but the rest of a tonne is for sale");
      }
      throw new Problem("conflict", { title: "These credits are in dispute: decide that first" });
    }
    default:
      throw invalid("serials", "are not those of our credits");
  }
}

/** The lines as ranges. @throws invalid `serials` */
function readLines(serials: string): SerialRange[] {
  const lines = serials.split("\n").map((line) => line.trim());
  return lines.filter(Boolean).map((range) => {
    return readNumbers(range) ?? { kind: "opaque", range, tonnes: 1 };
  });
}

/** Our credits with these serials, one range per line. @throws invalid `serials` */
export async function findItems(
  ctx: Context,
  { serials, ...at }: Place & { serials: string },
): Promise<LotStretch[]> {
  const ranges = readLines(serials);
  const rows = ranges.map((range) => ({ serials: range, quantityKg: null }));
  const pieces = await findSerialPieces(ctx, { ...at, rows });
  return ranges.flatMap((range, index) => {
    const items = pieces.get(index) ?? [];
    const kg = items.reduce((sum, { startKg, endKg }) => sum + endKg - startKg, 0);
    const expectedKg = "first" in range ? (range.last - range.first + 1) * 1000 : kg;
    if (items.length > 0 && kg === expectedKg) return items;
    throw invalid("serials", `“${range.range}” is not, or not wholly, in our stock`);
  });
}

/**
 * Records a retirement that the registry shows.
 * @throws invalid `serials` or `beneficiary`; conflict
 */
export async function recordManualRetirement(
  ctx: Context,
  { mode, registry, serials, ...input }: Place & ManualRetirement,
): Promise<{ ids: string[] }> {
  await lockCatalogue(ctx, mode);
  const at = { mode, registry };
  const { beneficiary, retired_on: retiredOn } = input;
  const items = await findItems(ctx, { ...at, serials });
  const facts = { ...at, items, beneficiary, retiredOn, isReplacement: false };
  const accepted = (await findOutcomes(ctx, facts)).map(acceptedOutcome);
  const groups = Map.groupBy(accepted, ({ isPool, requestId }) => `${isPool} ${requestId}`);
  const retirements = [...groups.values()].flatMap((pieces) => {
    const [first] = pieces;
    if (!first) return [];
    return {
      kind: "retired" as const,
      retiredOn,
      beneficiary,
      reason: null,
      registryReference: input.registry_reference,
      url: input.url,
      source: "operator" as const,
      isPool: first.isPool,
      requestId: first.requestId,
      items: pieces.map(({ lotId, startKg, endKg }) => ({ lotId, startKg, endKg })),
    };
  });
  const ids = await recordRetirements(ctx, { mode, registry, retirements });
  await separateRetired(ctx, { mode, stretches: retirements.flatMap((one) => one.items) });
  return { ids };
}

interface CorrectRetirement {
  mode: Mode;
  id: string;
  /** Null to take the record back. */
  correction: RetirementCorrection | null;
  reason: string;
}

/**
 * Replaces a record by a corrected one about the same credits, or takes it back. The old record
 * stays, superseded.
 * @throws not-found; conflict; invalid `beneficiary`
 */
export async function correctRetirement(ctx: Context, input: CorrectRetirement): Promise<void> {
  const { mode, id, correction, reason } = input;
  await lockCatalogue(ctx, mode);
  const old = await getRegistryRetirement(ctx, { mode, id });
  if (!correction) {
    await supersedeRetirement(ctx, { mode, id, reason, replacement: null });
    return;
  }
  const {
    retired_on: retiredOn,
    beneficiary,
    registry_reference: registryReference,
    url,
  } = correction;
  const items = old.parts.map(({ lotId, startKg, endKg }) => ({ lotId, startKg, endKg }));
  const facts = {
    mode,
    registry: old.registry,
    items,
    beneficiary,
    retiredOn,
    isReplacement: true,
  };
  const accepted = (await findOutcomes(ctx, facts)).map(acceptedOutcome);
  const isPool = accepted.some((one) => one.isPool);
  const { requestId } = old;
  const record = {
    kind: old.kind,
    retiredOn,
    beneficiary,
    reason: old.reason,
    registryReference,
    url,
  };
  const replacement = { ...record, source: "operator" as const, isPool, requestId, items };
  await supersedeRetirement(ctx, { mode, id, reason, replacement });
}
