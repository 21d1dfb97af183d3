import type { Context, Mode } from "#core/context";
import { notFound } from "#core/errors";
import { cursorOf, type Page, type PageQuery, pageOf, walkOf } from "#core/page";
import { containing } from "#core/text";
import { type EvidenceKind, registryLabelOf } from "#domain/inventory";
import type { RegistryRetirement } from "#prisma";
import {
  type AffectedOrder,
  type CreditPart,
  findAffectedOrders,
  findCreditParts,
} from "./incident-list";

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
