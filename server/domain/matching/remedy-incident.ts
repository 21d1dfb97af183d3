import type { Context, Mode } from "#core/context";
import { conflict, notFound } from "#core/errors";
import { actorId } from "#core/record-audit";
import { recordAudit } from "#domain/accounts";
import { lockCatalogue } from "#domain/catalogue";
import { getIncident, readEvidence, refreshRegistryStatus } from "#domain/evidence";
import { findHeldStock } from "#domain/holds";
import {
  addRetirementTotals,
  allocate,
  type CategoryPlan,
  findPlans,
  leftKg,
  type RetiredPart,
  subtractRetirementTotals,
} from "#domain/inventory";
import {
  type DrawnCredits,
  drawCredits,
  partOf,
  retirementOf,
  storeCuts,
  stretchesWithEvidence,
} from "./draw-credits";
import { findLots } from "./match-store";
import {
  type DisputedPart,
  findDisputedParts,
  type NewRemedy,
  writeRemedies,
} from "./remedy-store";

interface RemedyIncident {
  mode: Mode;
  id: string;
  /** Portfolio to draw from; null for each order's own project, or else its portfolio. */
  portfolioId: string | null;
}

interface RemedyReport {
  orders: number;
  kg: number;
  /** Disputed kg for which there is not enough stock. */
  missingKg: number;
  /** True if there may be more orders: call again. */
  hasMore: boolean;
}

/** Orders per transaction, which matching waits for. */
const BATCH = 300;

const kgOf = ({ startKg, endKg }: DisputedPart) => endKg - startKg;
const sumKg = (parts: readonly DisputedPart[]) => parts.reduce((kg, part) => kg + kgOf(part), 0);

/** Plans to try for a part, the best one first. */
function plansOf(
  { projectId, portfolioId }: DisputedPart,
  plans: ReadonlyMap<string, CategoryPlan[]>,
  chosenId: string | null,
): CategoryPlan[][] {
  if (chosenId !== null) return [plans.get(chosenId) ?? []];
  const sameProject = { id: projectId, weight: 1, projects: [{ id: projectId, weight: 1 }] };
  return [[sameProject], plans.get(portfolioId) ?? []];
}

async function findStock(ctx: Context, input: RemedyIncident, parts: readonly DisputedPart[]) {
  const { mode, portfolioId } = input;
  const ids = portfolioId === null ? parts.map((part) => part.portfolioId) : [portfolioId];
  const plans = await findPlans(ctx.db, mode, [...new Set(ids)]);
  if (portfolioId !== null && !plans.has(portfolioId)) throw notFound("portfolio");
  const planned = [...plans.values()]
    .flat()
    .flatMap(({ projects }) => projects.map(({ id }) => id));
  const projectIds = [...new Set([...parts.map(({ projectId }) => projectId), ...planned])];
  const { heldKg } = await findHeldStock(ctx.db, { mode, orders: [] });
  const neededKg = sumKg(parts) + Math.max(0, ...heldKg.values());
  const stock = await findLots(ctx.db, { mode, projectIds, neededKg });
  const availableKg = (id: string) => Math.max(0, leftKg(stock.get(id)) - (heldKg.get(id) ?? 0));
  return { plans, stock, availableKg };
}

/** Draws substitutes for each part that the stock covers, in order. */
async function drawSubstitutes(
  ctx: Context,
  input: RemedyIncident,
  parts: readonly DisputedPart[],
) {
  const { plans, stock, availableKg } = await findStock(ctx, input, parts);
  const substitutes: DrawnCredits[] = [];
  const replaced: RetiredPart[] = [];
  const remedies: NewRemedy[] = [];
  const lineEnds = new Map<string, number>();
  for (const part of parts) {
    const kg = kgOf(part);
    const kgByProject = plansOf(part, plans, input.portfolioId)
      .filter((plan) => plan.length > 0)
      .map((plan) => allocate(kg, plan, availableKg))
      .find((allocated) => allocated !== null);
    if (!kgByProject) continue;
    const startKg = lineEnds.get(part.id) ?? part.lineEndKg;
    const filled = { startKg, endKg: startKg + kg };
    lineEnds.set(part.id, filled.endKg);
    substitutes.push(...drawCredits(part, kgByProject, stock, filled));
    const { accountId, subaccountId, createdAt: orderedAt, projectId, vintageYear, isOwn } = part;
    replaced.push({ accountId, subaccountId, orderedAt, projectId, vintageYear, kg, isOwn });
    remedies.push({
      ...part,
      orderId: part.id,
      orderAmountKg: part.amountKg,
      orderStartKg: filled.startKg,
      orderEndKg: filled.endKg,
    });
  }
  return { substitutes, replaced, remedies, stock };
}

async function requireLost(ctx: Context, { mode, id }: RemedyIncident): Promise<string> {
  const { registry, lost } = await getIncident(ctx, { mode, id });
  if (!lost) throw conflict("Decide first that the credits are someone else’s, or cancelled");
  return registry;
}

/**
 * Substitutes credits from stock that no one holds for those that the incident left to someone
 * else, in the caller's transaction: of the same project, or else of the order's portfolio. The
 * disputed allocations stay in the ledger and no longer count. Orders that have a remedy, or that
 * the stock cannot serve, are left alone, so repeating it is harmless.
 * @throws not-found; conflict unless the incident is decided so
 */
export async function remedyIncident(ctx: Context, input: RemedyIncident): Promise<RemedyReport> {
  const { mode, id } = input;
  await lockCatalogue(ctx, mode);
  const registry = await requireLost(ctx, input);
  const parts = await findDisputedParts(ctx.db, { mode, id, limit: BATCH });
  if (parts.some(({ isRetired }) => isRetired)) {
    throw conflict("A registry record of these credits is on file. Withdraw it first");
  }
  const drawn = await drawSubstitutes(ctx, input, parts);
  const { substitutes, remedies, stock } = drawn;
  const missingKg = sumKg(parts) - remedies.reduce((kg, one) => kg + one.endKg - one.startKg, 0);
  const report = {
    orders: new Set(remedies.map(({ orderId }) => orderId)).size,
    kg: sumKg(parts) - missingKg,
    missingKg,
    hasMore: parts.length === BATCH && missingKg === 0,
  };
  if (remedies.length === 0) return report;
  const recordedBy = actorId(ctx.actor);
  const lots = await storeCuts(ctx, { mode, stock });
  const retirements = substitutes.map(retirementOf);
  const batch = { mode, now: ctx.now, lots, retirements, remedies, incidentId: id, recordedBy };
  const stretches = remedies.map(({ lotId, startKg, endKg }) => ({ lotId, startKg, endKg }));
  const before = await readEvidence(ctx, { mode, stretches });
  await writeRemedies(ctx.db, batch);
  await addRetirementTotals(ctx, substitutes.map(partOf));
  await subtractRetirementTotals(ctx, drawn.replaced);
  await refreshRegistryStatus(ctx, {
    mode,
    before,
    stretches: [...stretches, ...stretchesWithEvidence(lots)],
    orders: remedies,
  });
  const data = { mode, registry, orders: report.orders, kg: report.kg };
  await recordAudit(ctx, { action: "registry_incident.remedied", subjectId: id, data });
  return report;
}
