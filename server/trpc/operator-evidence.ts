import { z } from "zod";
import type { Mode } from "#core/context";
import { type Columns, csvPage, fields } from "#core/csv";
import { PageQuery, pageResource } from "#core/page";
import { text } from "#core/text";
import { moveHeldStock } from "#domain/checkout";
import {
  type AffectedOrder,
  correctRetirement,
  decideIncident,
  type EvidenceSums,
  getIncident,
  getIncidentSums,
  getRegistryRetirement,
  getRetirementSums,
  type Incident,
  IncidentDecision,
  Invalidation,
  incidentKinds,
  type ListedRetirement,
  listIncidents,
  listRegistryPolicies,
  listRegistryRetirements,
  ManualRetirement,
  PolicyChange,
  RemedyChoice,
  RetirementCorrection,
  RetirementWithdrawal,
  recordInvalidation,
  recordManualRetirement,
  setPolicy,
} from "#domain/evidence";
import { remedyIncident } from "#domain/matching";
import { callsInMode } from "./calls";
import { ExportInput, placeAfter } from "./csv";
import { forOperator, forProvenOperator, IdInput, router } from "./procedures";

const id = text(64);
const registry = text(255, 1);

function toIncidentView({ createdAt, disputedAt, resolvedAt, ...incident }: Incident) {
  return {
    ...incident,
    createdOn: createdAt.toISOString(),
    disputedOn: disputedAt?.toISOString() ?? null,
    resolvedOn: resolvedAt?.toISOString() ?? null,
  };
}

function toOrderView({ allocatedAt, accountId: _, ...order }: AffectedOrder) {
  return { ...order, allocatedOn: allocatedAt.toISOString() };
}

const incidentFilters = {
  kind: z.enum(incidentKinds).nullish(),
  state: z.enum(["open", "resolved"]).default("open"),
};

const toTotals = ({ count, isCapped, amountKg }: EvidenceSums) => ({
  count,
  is_capped: isCapped,
  amount_kg: amountKg,
});

export const operatorIncidentsRouter = router({
  list: forOperator
    .input(PageQuery.extend(incidentFilters))
    .query(async ({ ctx, input: { kind, ...input } }) => {
      const page = await listIncidents(ctx, { ...input, kind: kind ?? null, mode: ctx.mode });
      return pageResource(page, toIncidentView);
    }),

  totals: forOperator
    .input(z.strictObject(incidentFilters))
    .query(async ({ ctx, input: { kind = null, state } }) =>
      toTotals(await getIncidentSums(ctx, { kind, state, mode: ctx.mode })),
    ),

  get: forOperator.input(IdInput).query(async ({ ctx, input }) => {
    const detail = await getIncident(ctx, { ...input, mode: ctx.mode });
    const { parts, orders, lost, ...incident } = detail;
    return { ...toIncidentView(incident), parts, orders: orders.map(toOrderView), lost };
  }),

  decide: forOperator.input(IncidentDecision.extend({ id })).mutation(callsInMode(decideIncident)),

  /** Records that sold credits were cancelled, by a letter. */
  invalidate: forOperator.input(Invalidation).mutation(callsInMode(recordInvalidation)),

  /** Substitutes credits for those of an incident that are someone else's. */
  remedy: forOperator
    .input(RemedyChoice.extend({ id }))
    .mutation(({ ctx, input: { id, portfolio_id: portfolioId } }) =>
      remedyIncident(ctx, { id, portfolioId, mode: ctx.mode }),
    ),
});

function toRetirementView({ recordedAt, supersededAt, mode: _, ...retirement }: ListedRetirement) {
  return {
    ...retirement,
    recordedOn: recordedAt.toISOString(),
    supersededOn: supersededAt?.toISOString() ?? null,
  };
}

const retirementFilters = { registry: registry.nullish(), search: text(200).nullish() };
const RetirementFilters = z.strictObject(retirementFilters);

const toFilter = (mode: Mode, { registry, search }: z.infer<typeof RetirementFilters>) => ({
  mode,
  registry: registry ?? null,
  search: search?.trim() || null,
});

export const operatorRetirementsRouter = router({
  list: forOperator.input(PageQuery.extend(retirementFilters)).query(async ({ ctx, input }) => {
    const page = await listRegistryRetirements(ctx, { ...input, ...toFilter(ctx.mode, input) });
    return pageResource(page, toRetirementView);
  }),

  totals: forOperator
    .input(RetirementFilters)
    .query(async ({ ctx, input }) =>
      toTotals(await getRetirementSums(ctx, toFilter(ctx.mode, input))),
    ),

  get: forOperator.input(IdInput).query(async ({ ctx, input }) => {
    const { parts, orders, ...retirement } = await getRegistryRetirement(ctx, {
      ...input,
      mode: ctx.mode,
    });
    return { ...toRetirementView(retirement), parts, orders: orders.map(toOrderView) };
  }),

  record: forOperator
    .input(ManualRetirement.extend({ registry }))
    .mutation(callsInMode(recordManualRetirement)),

  correct: forOperator
    .input(RetirementCorrection.extend({ id }))
    .mutation(({ ctx, input: { id, ...correction } }) =>
      correctRetirement(ctx, { mode: ctx.mode, id, correction, reason: correction.reason }),
    ),

  /** Takes a wrong record back: the orders are no longer retired by it. */
  withdraw: forOperator
    .input(RetirementWithdrawal.extend({ id }))
    .mutation(async ({ ctx, input: { id, reason } }) => {
      await correctRetirement(ctx, { mode: ctx.mode, id, correction: null, reason });
      // Credits that must be retired before their sale are no longer on sale.
      await moveHeldStock(ctx, ctx.mode);
    }),
});

export const operatorPoliciesRouter = router({
  list: forOperator.query(({ ctx }) => listRegistryPolicies(ctx, { mode: ctx.mode })),

  set: forProvenOperator
    .input(PolicyChange.extend({ registry }))
    .mutation(async ({ ctx, input }) => {
      await setPolicy(ctx, {
        mode: ctx.mode,
        registry: input.registry,
        timing: input.timing,
        retireWithinDays: input.retire_within_days,
        poolText: input.pool_text,
        adapter: input.adapter,
        organizationId: input.organization_id,
      });
      // Fewer lots may be on sale now.
      await moveHeldStock(ctx, ctx.mode);
    }),
});

const retirementColumns: Columns<ReturnType<typeof toRetirementView>> = {
  id: (retirement) => retirement.id,
  registry: (retirement) => retirement.registryLabel,
  retired_on: (retirement) => retirement.retiredOn,
  amount_kg: (retirement) => retirement.kg,
  ...fields("beneficiary", "reason", "registryReference", "url", "source", "recordedOn"),
  ...fields("supersededOn"),
};

export const exportRegistryRetirements = forOperator
  .input(ExportInput.extend(retirementFilters))
  .query(async ({ ctx, input: { after, ...filters } }) => {
    const query = { ...toFilter(ctx.mode, filters), ...placeAfter(after) };
    const page = await listRegistryRetirements(ctx, query);
    const data = page.data.map(toRetirementView);
    return csvPage({ data, hasMore: page.hasMore }, retirementColumns);
  });

const incidentColumns: Columns<ReturnType<typeof toIncidentView>> = {
  ...fields("id", "createdOn", "registry", "kind", "state"),
  place: ({ row }) => row.place,
  serial_numbers: ({ row }) => row.serials,
  amount_kg: ({ row }) => row.quantityKg,
  retired_on: ({ row }) => row.retiredOn,
  beneficiary: ({ row }) => row.beneficiary,
  reason: ({ row }) => row.reason,
  registry_reference: ({ row }) => row.reference,
  url: ({ row }) => row.url,
  project_registry_id: ({ row }) => row.projectRegistryId,
  vintage_year: ({ row }) => row.vintageYear,
  ...fields("disputedOn", "resolvedOn", "resolution", "note"),
};

export const exportIncidents = forOperator
  .input(ExportInput.extend(incidentFilters))
  .query(async ({ ctx, input: { after, kind = null, state } }) => {
    const query = { ...placeAfter(after), kind, state, mode: ctx.mode };
    const page = await listIncidents(ctx, query);
    return csvPage({ data: page.data.map(toIncidentView), hasMore: page.hasMore }, incidentColumns);
  });
