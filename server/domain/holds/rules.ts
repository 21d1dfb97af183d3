import type { CategoryPlan } from "#domain/inventory";

export const holdKinds = ["reservation", "payment"] as const;
export type HoldKind = (typeof holdKinds)[number];

export const holdStates = [
  "held",
  /** Its credits belong to the order. */
  "used",
  "released",
  "expired",
  /** Its credits left the stock, and no others could replace them. */
  "void",
] as const;
export type HoldState = (typeof holdStates)[number];

/** Kg of one project. */
export interface HeldPart {
  projectId: string;
  kg: number;
}

/** Splits an amount over projects as matching does; null where it cannot be filled completely. */
type Allocate = (
  amountKg: number,
  plan: CategoryPlan[],
  availableKg: (projectId: string) => number,
) => Map<string, number> | null;

export function toParts(kgByProject: ReadonlyMap<string, number>): HeldPart[] {
  return [...kgByProject].map(([projectId, kg]) => ({ projectId, kg }));
}

/** Kg by project that are on sale and not held; negative where more is held than is in stock. */
export function unheldStock(
  sellableKg: ReadonlyMap<string, number>,
  heldKg: ReadonlyMap<string, number>,
): Map<string, number> {
  const ids = new Set([...sellableKg.keys(), ...heldKg.keys()]);
  return new Map([...ids].map((id) => [id, (sellableKg.get(id) ?? 0) - (heldKg.get(id) ?? 0)]));
}

/** A hold that may have to move, with its portfolio's categories. */
export interface MovableHold {
  id: string;
  kind: HoldKind;
  hasOrder: boolean;
  amountKg: number;
  parts: readonly HeldPart[];
  plan: CategoryPlan[];
}

export interface Move {
  id: string;
  /** Null: no other credits are available, so the hold is void. */
  parts: HeldPart[] | null;
}

/** Holds that give way first: reservations, then payments under way, then orders; newest first. */
function byPriority(one: MovableHold, other: MovableHold): number {
  const rank = ({ hasOrder, kind }: MovableHold) => (hasOrder ? 2 : kind === "reservation" ? 0 : 1);
  return rank(one) - rank(other) || (one.id < other.id ? 1 : -1);
}

/**
 * Decides which holds of overdrawn projects move to other projects, and which are void.
 * `unheldKg` is negative for overdrawn projects.
 */
export function moveOverdrawn(
  holds: readonly MovableHold[],
  unheldKg: ReadonlyMap<string, number>,
  allocate: Allocate,
): Move[] {
  const left = new Map(unheldKg);
  const add = (parts: readonly HeldPart[], sign: 1 | -1) => {
    for (const { projectId, kg } of parts)
      left.set(projectId, (left.get(projectId) ?? 0) + sign * kg);
  };
  const moves: Move[] = [];
  for (const hold of holds.toSorted(byPriority)) {
    if (!hold.parts.some(({ projectId }) => (left.get(projectId) ?? 0) < 0)) continue;
    add(hold.parts, 1);
    const taken = allocate(hold.amountKg, hold.plan, (id) => Math.max(0, left.get(id) ?? 0));
    const parts = taken && toParts(taken);
    if (parts) add(parts, -1);
    moves.push({ id: hold.id, parts });
  }
  return moves;
}
