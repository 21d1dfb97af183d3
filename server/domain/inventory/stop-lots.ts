// Stops the sale of lots, and carries out what an operator decides about a stopped one.
import type { Context, Mode } from "#core/context";
import { notFound, Problem } from "#core/errors";
import { recordAudit } from "#domain/accounts";
import { lockCatalogue, renewStock } from "#domain/catalogue";
import {
  dismissRetirements,
  findStopped,
  moveLot,
  type StoppedLot,
  setStopped,
} from "./lot-state-store";
import type { LotState } from "./schema";

interface StopLots {
  mode: Mode;
  lots: readonly { id: string; reason: string }[];
}

/**
 * Sells nothing more from these lots until an operator has decided. Those that are not on sale stay
 * as they are. Returns the ids of those that were. The caller holds the catalogue's lock.
 */
export async function stopLots(ctx: Context, { mode, lots }: StopLots): Promise<Set<string>> {
  if (lots.length === 0) return new Set();
  const stopped = await setStopped(ctx, { mode, lots });
  for (const { id, reason } of lots) {
    if (!stopped.has(id)) continue;
    await recordAudit(ctx, { action: "credit_lot.stopped", subjectId: id, data: { mode, reason } });
  }
  return stopped;
}

interface DecideOnLot {
  mode: Mode;
  id: string;
}

async function requireMove(
  ctx: Context,
  move: DecideOnLot & { from: LotState; to: LotState; reason: string | null },
): Promise<number> {
  const leftKg = await moveLot(ctx, move);
  if (leftKg !== null) return leftKg;
  const { mode, id, from } = move;
  const lot = await ctx.db.prisma.creditLot.findUnique({ where: { id_mode: { id, mode } } });
  if (!lot) throw notFound("credit lot");
  const names = { on_sale: "on sale", stopped: "stopped", removed: "removed from stock" };
  const state = names[lot.state as LotState];
  throw new Problem("conflict", { title: `The lot is ${state}, not ${names[from]}` });
}

/** Stops one lot because an operator says so. @throws not-found; conflict */
export async function stopLot(
  ctx: Context,
  { mode, id, reason }: DecideOnLot & { reason: string },
): Promise<void> {
  await lockCatalogue(ctx, mode);
  await requireMove(ctx, { mode, id, from: "on_sale", to: "stopped", reason });
  await recordAudit(ctx, { action: "credit_lot.stopped", subjectId: id, data: { mode, reason } });
}

/**
 * Puts a stopped lot back on sale. What the registry named of its unsold serials is dismissed: the
 * operator knows that it does not concern them. @throws not-found; conflict
 */
export async function resumeLot(
  ctx: Context,
  { mode, id }: DecideOnLot,
): Promise<{ dismissed: string[] }> {
  await lockCatalogue(ctx, mode);
  await requireMove(ctx, { mode, id, from: "stopped", to: "on_sale", reason: null });
  const dismissed = await dismissRetirements(ctx, { mode, id });
  await renewStock(ctx, mode);
  const data = { mode, dismissed_retirements: dismissed.length };
  await recordAudit(ctx, { action: "credit_lot.resumed", subjectId: id, data });
  return { dismissed };
}

/**
 * Takes what is left of a stopped lot out of the stock for good. What was sold from it stays as it
 * is, and its serials stay known, so that no import brings them back. @throws not-found; conflict
 */
export async function removeLot(
  ctx: Context,
  { mode, id, reason }: DecideOnLot & { reason: string },
): Promise<{ removedKg: number }> {
  await lockCatalogue(ctx, mode);
  const move = { mode, id, from: "stopped", to: "removed", reason } as const;
  const removedKg = await requireMove(ctx, move);
  const data = { mode, reason, removed_kg: removedKg };
  await recordAudit(ctx, { action: "credit_lot.removed", subjectId: id, data });
  return { removedKg };
}

/** The lots of both modes about which an operator has to decide. */
export function listStoppedLots(ctx: Context): Promise<StoppedLot[]> {
  return findStopped(ctx.db);
}
