import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import { notFound } from "#core/errors";
import { cursorOf, MAX_SUMMED, type Page, type PageQuery, pageOf, walkOf } from "#core/page";
import { runOnce } from "#core/query";
import { containing, escapedForLike } from "#core/text";
import { type EvidenceKind, type InventoryTables, registryLabelOf } from "#domain/inventory";
import type { RegistryRetirement } from "#prisma";
import {
  type AffectedOrder,
  type CreditPart,
  findAffectedOrders,
  findCreditParts,
  type IncidentFilter,
} from "./incident-list";
import type { EvidenceTables } from "./tables";

/** A registry's record, with the kg of our credits that it is about. */
export interface ListedRetirement extends Omit<RegistryRetirement, "kind" | "retiredOn"> {
  kind: EvidenceKind;
  /** ISO date. */
  retiredOn: string;
  registryLabel: string;
  kg: number;
}

const dateOf = (date: Date) => date.toISOString().slice(0, 10);

export interface RetirementFilter {
  mode: Mode;
  registry: string | null;
  /** Reference or beneficiary. */
  search: string | null;
}

async function withKg(
  ctx: Context,
  mode: Mode,
  rows: readonly RegistryRetirement[],
): Promise<ListedRetirement[]> {
  const ids = rows.map(({ id }) => id);
  const items = await ctx.db.prisma.registryRetirementItem.findMany({
    where: { mode, retirementId: { in: ids } },
    select: { retirementId: true, startKg: true, endKg: true },
  });
  const byId = Map.groupBy(items, ({ retirementId }) => retirementId);
  return rows.map((row) => ({
    ...row,
    kind: row.kind as EvidenceKind,
    retiredOn: dateOf(row.retiredOn),
    registryLabel: registryLabelOf(row.registry),
    kg: (byId.get(row.id) ?? []).reduce((kg, item) => kg + Number(item.endKg - item.startKg), 0),
  }));
}

/** A page of recorded registry retirements, newest first; superseded ones included. */
export async function listRegistryRetirements(
  ctx: Context,
  input: RetirementFilter & PageQuery,
): Promise<Page<ListedRetirement>> {
  const { mode, registry, search, limit } = input;
  const cursor = cursorOf(input);
  const { beyond, ...walk } = walkOf(limit, cursor);
  const matches = search
    ? { OR: [{ registryReference: containing(search) }, { beneficiary: containing(search) }] }
    : {};
  const where = { mode, ...(registry && { registry }), ...matches, ...beyond };
  const rows = await ctx.db.prisma.registryRetirement.findMany({ where, ...walk });
  return pageOf(await withKg(ctx, mode, rows), limit, cursor);
}

export interface RetirementDetail extends ListedRetirement {
  parts: CreditPart[];
  orders: AffectedOrder[];
}

/** A recorded registry retirement with its credits and orders. @throws not-found */
export async function getRegistryRetirement(
  ctx: Context,
  { mode, id }: { mode: Mode; id: string },
): Promise<RetirementDetail> {
  const where = { mode_id: { mode, id } };
  const row = await ctx.db.prisma.registryRetirement.findUnique({ where });
  if (!row) throw notFound("registry retirement");
  const [listed] = await withKg(ctx, mode, [row]);
  if (!listed) throw notFound("registry retirement");
  const stored = await ctx.db.prisma.registryRetirementItem.findMany({
    where: { mode, retirementId: id },
  });
  const items = stored.map(({ lotId, startKg, endKg }) => {
    return { lotId, startKg: Number(startKg), endKg: Number(endKg) };
  });
  return {
    ...listed,
    parts: await findCreditParts(ctx, { mode, items }),
    orders: await findAffectedOrders(ctx, { mode, items }),
  };
}

// Counts and sums of filtered lists of evidence: exact, or absent.
export interface EvidenceSums {
  /** All matching rows, or as many as were counted if `isCapped`. */
  count: number;
  isCapped: boolean;
  /** Null if not all rows were counted. */
  amountKg: number | null;
}

type EvidenceSum = Record<"count" | "amountKg", number>;

function toSums(row: EvidenceSum | undefined): EvidenceSums {
  if (!row) throw new Error("a sum has a row");
  const isCapped = row.count > MAX_SUMMED;
  return { count: row.count, isCapped, amountKg: isCapped ? null : row.amountKg };
}

/** Count of the mode's incidents that match the filter, and kg that they propose. */
export async function getIncidentSums(ctx: Context, filter: IncidentFilter): Promise<EvidenceSums> {
  const { mode, kind, state } = filter;
  const [row] = await runOnce<InventoryTables, EvidenceSum>(ctx.db, (db) => {
    const incidents = db
      .selectFrom("registryIncidents")
      .select(["startKg", "endKg", "proposal"])
      .where("mode", "=", mode)
      .where("state", "=", state)
      .$if(kind !== null, (rows) => rows.where("kind", "=", kind ?? ""))
      .limit(MAX_SUMMED + 1);
    return db
      .selectFrom(incidents.as("incident"))
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .select(
        sql<number>`coalesce(sum(coalesce(end_kg - start_kg, (
          SELECT sum((item ->> 'endKg')::bigint - (item ->> 'startKg')::bigint)
          FROM jsonb_array_elements(proposal -> 'items') item
        ))), 0)::bigint`.as("amountKg"),
      );
  });
  return toSums(row);
}

/** Count of the mode's registry retirements that match the filter, and kg of those in effect. */
export async function getRetirementSums(
  ctx: Context,
  filter: RetirementFilter,
): Promise<EvidenceSums> {
  const { mode, registry, search } = filter;
  const pattern = `%${escapedForLike(search ?? "")}%`;
  const [row] = await runOnce<EvidenceTables, EvidenceSum>(ctx.db, (db) => {
    const retirements = db
      .selectFrom("registryRetirements")
      .select(["mode", "id", "isLive"])
      .where("mode", "=", mode)
      .$if(registry !== null, (rows) => rows.where("registry", "=", registry ?? ""))
      .$if(search !== null, (rows) =>
        rows.where((eb) =>
          eb.or([eb("registryReference", "ilike", pattern), eb("beneficiary", "ilike", pattern)]),
        ),
      )
      .limit(MAX_SUMMED + 1);
    return db
      .selectFrom(retirements.as("retirement"))
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .select(
        sql<number>`coalesce(sum((
          SELECT sum(item.end_kg - item.start_kg) FROM registry_retirement_items item
          WHERE item.mode = retirement.mode AND item.retirement_id = retirement.id
            AND retirement.is_live
        )), 0)::bigint`.as("amountKg"),
      );
  });
  return toSums(row);
}
