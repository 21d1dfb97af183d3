// A million steps of buyers, payments, expiry and vanishing stock, decided by the rules of holds,
// allocation and demand, on stock in memory. The torture run checks the same promises in SQL.
import { expect, it } from "vitest";
import { allocate, type CategoryPlan } from "#domain/inventory";
import { remainingStock } from "#domain/orders";
import { type HeldPart, type MovableHold, moveOverdrawn, toParts, unheldStock } from "./rules";

const RUNS = 10;
const STEPS = 100_000;

interface Hold extends MovableHold {
  portfolioId: string;
  /** Null while a payment or an order uses it. */
  expiresAt: number | null;
  isPaying: boolean;
}

interface Order {
  portfolioId: string;
  amountKg: number;
}

/** Mulberry32: the same numbers for the same seed. */
function drawsOf(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const category = (id: string, projects: string[]): CategoryPlan => ({
  id,
  weight: 1,
  projects: projects.map((project, at) => ({ id: project, weight: at + 1 })),
});
const plans = new Map([
  ["broad", [category("c1", ["a", "b"]), category("c2", ["b", "c"])]],
  ["narrow", [category("c1", ["a", "b"])]],
  ["single", [category("c3", ["c"])]],
]);
const portfolioIds = [...plans.keys()];
const projectIds = ["a", "b", "c"];

const kinds = [
  ...(["reserve", "reserve", "reserve", "reserve", "release", "pay", "pay"] as const),
  ...(["order", "match", "sweep", "sweep"] as const),
];

class Shop {
  readonly stock = new Map(projectIds.map((id) => [id, 500]));
  holds = new Map<string, Hold>();
  waiting: Order[] = [];
  now = 0;
  next = 0;
  readonly tally: Record<string, number> = {};
  readonly #draw: (below: number) => number;

  constructor(seed: number) {
    this.#draw = drawsOf(seed);
  }

  #count(what: string): void {
    this.tally[what] = (this.tally[what] ?? 0) + 1;
  }

  heldKg(): Map<string, number> {
    const held = new Map<string, number>();
    for (const { projectId, kg } of [...this.holds.values()].flatMap(({ parts }) => parts)) {
      held.set(projectId, (held.get(projectId) ?? 0) + kg);
    }
    return held;
  }

  #pick(isFit: (hold: Hold) => boolean): Hold | undefined {
    const fit = [...this.holds.values()].filter(isFit);
    return fit[this.#draw(fit.length || 1)];
  }

  #take(parts: readonly HeldPart[]): void {
    for (const { projectId, kg } of parts) {
      this.stock.set(projectId, (this.stock.get(projectId) ?? 0) - kg);
    }
  }

  /** Holds stock after older orders. Returns false if it is too little. */
  #hold(input: Pick<Hold, "kind" | "portfolioId" | "amountKg" | "expiresAt" | "isPaying">) {
    const stock = unheldStock(this.stock, this.heldKg());
    const left = remainingStock(this.waiting, { plans, stock, allocate });
    const plan = plans.get(input.portfolioId) ?? [];
    const taken = allocate(input.amountKg, plan, (id) => left.get(id) ?? 0);
    if (taken === null) return false;
    this.next += 1;
    const id = `rsv_${String(this.next).padStart(9, "0")}`;
    this.holds.set(id, { ...input, id, plan, hasOrder: false, parts: toParts(taken) });
    return true;
  }

  reserve(): void {
    const portfolioId = portfolioIds[this.#draw(3)] ?? "";
    const amountKg = 1 + this.#draw(150);
    const base = { portfolioId, amountKg };
    const isPayment = this.#draw(2) === 0;
    const isHeld = isPayment
      ? this.#hold({ ...base, kind: "payment", expiresAt: null, isPaying: true })
      : this.#hold({ ...base, kind: "reservation", expiresAt: this.now + 60, isPaying: false });
    this.#count(isHeld ? "held" : "too little");
  }

  release(): void {
    const hold = this.#pick(({ hasOrder, isPaying }) => !hasOrder && !isPaying);
    if (hold) this.holds.delete(hold.id);
    this.#count(hold ? "released" : "nothing to release");
  }

  pay(): void {
    const hold = this.#pick(({ hasOrder }) => !hasOrder);
    if (!hold) return;
    const isPaid = this.#draw(3) > 0;
    if (!hold.isPaying) this.holds.set(hold.id, { ...hold, isPaying: true, expiresAt: null });
    else if (isPaid) this.holds.set(hold.id, { ...hold, hasOrder: true, isPaying: false });
    else this.holds.delete(hold.id);
    this.#count(hold.isPaying ? (isPaid ? "charged" : "declined") : "payments of reservations");
  }

  order(): void {
    if (this.waiting.length > 5) return;
    const portfolioId = portfolioIds[this.#draw(3)] ?? "";
    this.waiting.push({ portfolioId, amountKg: 1 + this.#draw(60) });
  }

  match(): void {
    for (const hold of [...this.holds.values()].filter(({ hasOrder }) => hasOrder)) {
      this.#take(hold.parts);
      this.holds.delete(hold.id);
      this.#count("used");
    }
    const left = unheldStock(this.stock, this.heldKg());
    this.waiting = this.waiting.filter(({ portfolioId, amountKg }) => {
      const plan = plans.get(portfolioId) ?? [];
      const taken = allocate(amountKg, plan, (id) => left.get(id) ?? 0);
      if (taken === null) return true;
      this.#take(toParts(taken));
      for (const [id, kg] of taken) left.set(id, (left.get(id) ?? 0) - kg);
      this.#count("orders filled");
      return false;
    });
  }

  /** Time passes, and the job ends what is over. */
  sweep(): void {
    this.now += this.#draw(40);
    for (const { id, expiresAt } of this.holds.values()) {
      if (expiresAt === null || expiresAt > this.now) continue;
      this.holds.delete(id);
      this.#count("expired");
    }
    const late = [...this.holds.values()].filter(
      ({ expiresAt }) => (expiresAt ?? Infinity) <= this.now,
    );
    expect(late).toEqual([]);
  }

  /** Stock comes, or goes with what is held of it. */
  changeStock(): void {
    const id = projectIds[this.#draw(3)] ?? "";
    const kg = this.stock.get(id) ?? 0;
    if (this.#draw(3) > 0) {
      this.stock.set(id, kg + (kg < 1000 ? this.#draw(400) : 0));
      return;
    }
    this.stock.set(id, this.#draw(kg + 1));
    const unheld = unheldStock(this.stock, this.heldKg());
    for (const move of moveOverdrawn([...this.holds.values()], unheld, allocate)) {
      const hold = this.holds.get(move.id);
      if (hold && move.parts) this.holds.set(move.id, { ...hold, parts: move.parts });
      // A payment is cancelled or refunded, and an order waits.
      else this.holds.delete(move.id);
      if (hold?.hasOrder && !move.parts) this.waiting.unshift(hold);
      this.#count(move.parts ? "moved" : "void");
    }
  }

  step(): void {
    const kind = kinds[this.#draw(kinds.length + 2)];
    if (kind) this[kind]();
    else this.changeStock();
  }

  /** Stock is never negative, and covers what is held; each hold has all of its kg. */
  check(): string[] {
    const held = this.heldKg();
    const overdrawn = projectIds.filter((id) => (held.get(id) ?? 0) > (this.stock.get(id) ?? 0));
    const negative = projectIds.filter((id) => (this.stock.get(id) ?? 0) < 0);
    const broken = [...this.holds.values()].filter(
      ({ amountKg, parts }) => parts.reduce((sum, { kg }) => sum + kg, 0) !== amountKg,
    );
    return [...overdrawn, ...negative, ...broken.map(({ id }) => id)];
  }
}

it.each(Array.from({ length: RUNS }, (_, at) => at + 1))(
  `holds never exceed the stock, and none outlives its time: ${STEPS} steps of seed %i`,
  (seed) => {
    const shop = new Shop(seed);
    for (let step = 0; step < STEPS; step += 1) {
      shop.step();
      const faults = shop.check();
      if (faults.length > 0) expect([step, ...faults]).toEqual([]);
    }
    // Otherwise the run would have tried nothing of importance.
    const { moved = 0, void: voided = 0, used = 0, expired = 0, charged = 0 } = shop.tally;
    const least = Math.min(moved, voided, used, expired, charged);
    expect(least, JSON.stringify(shop.tally)).toBeGreaterThan(1000);
  },
  300_000,
);
