// The claims about sold tonnes that a registry's rows allow, written from the specification. It
// shares no code with the product: names are related by hand, and tonnes are simple counters.

export const POOL = "customers of Northly";

/** Names of customers, each with texts that mean it, and texts that a person must compare. */
export const CUSTOMERS = [
  {
    name: "Delta Ltd",
    same: ["Delta Ltd", " DELTA  ltd "],
    near: ["Delta, Ltd.", "Delta GmbH", "Broker LLC on behalf of Delta Ltd"],
  },
  { name: "Écho Água S.A.", same: ["Écho Água S.A."], near: ["Echo Agua", "ECHO AGUA SA"] },
  {
    name: "Foxtrot & Sons International",
    same: ["foxtrot & sons international"],
    near: ["Foxtrot and Sons International", "Foxtrot & Sons Inte"],
  },
] as const;
export const STRANGERS = ["Zeta Bank", "Golf Club", "Del"];

export type Day = "today" | "future" | "before the sale" | "missing";

export interface DrawnRow {
  id: string;
  kind: "retired" | "cancelled";
  first: number;
  last: number;
  day: Day;
  /** Index of the customer that it names, or may name. */
  customer: number | null;
  naming: "same" | "near" | "stranger" | "pool" | "none";
}

interface Named {
  row: DrawnRow;
  /** Ids of the rows of one import that name the tonne: they are decided together. */
  group: string;
  state: "open" | "public" | "ours" | "lost" | "dismissed";
}

interface Tonne {
  /** Kg by index of the order. */
  kg: Map<number, number>;
  rows: Named[];
  /** Rows from this index on come after a record of the tonne: they are reported, and no more. */
  settledFrom: number;
  /** Given up by a decision: rows that are decided otherwise later change nothing about it. */
  isLost: boolean;
  mayBeRetired: boolean;
  mayBeCancelled: boolean;
}

export type Decision = "ours" | "theirs" | "dismissed" | "disputed";

export interface Claims {
  retiredKg: number;
  cancelledKg: number;
  disputedKg: number;
}

function stateAfter(decision: Decision): Named["state"] {
  if (decision === "theirs") return "lost";
  return decision === "disputed" ? "public" : decision;
}

const groupOf = (ids: readonly string[]) => [...new Set(ids)].toSorted().join();

const isOpen = (state: Named["state"]) => state === "open" || state === "public";

/** Rows that were decided stay so. Those that wait together may come again corrected. */
function isKnown({ rows }: Tonne, here: readonly DrawnRow[], group: string): boolean {
  const isRowKnown = ({ id }: DrawnRow) =>
    rows.some((named) => named.row.id === id && (!isOpen(named.state) || named.group === id));
  return rows.some((named) => named.group === group) || here.every(isRowKnown);
}

export class EvidenceModel {
  readonly #orders: readonly { customer: number; kg: number }[];
  readonly #tonnes: Tonne[];

  /** Full tonnes of an order are the next ones, and its odd kg come from the tonne that is open. */
  constructor(orders: readonly { customer: number; kg: number }[], count: number) {
    this.#orders = orders;
    this.#tonnes = Array.from({ length: count }, () => ({
      ...{ kg: new Map(), rows: [], settledFrom: Number.POSITIVE_INFINITY },
      ...{ isLost: false, mayBeRetired: false, mayBeCancelled: false },
    }));
    const fresh = this.#tonnes.values();
    let openedKg = 0;
    let opened: Tonne | undefined;
    for (const [index, { kg }] of orders.entries()) {
      for (let n = 0; n < Math.floor(kg / 1000); n += 1) fresh.next().value?.kg.set(index, 1000);
      for (let left = kg % 1000; left > 0; ) {
        if (openedKg === 0) [opened, openedKg] = [fresh.next().value, 1000];
        const part = Math.min(left, openedKg);
        opened?.kg.set(index, part);
        left -= part;
        openedKg -= part;
      }
    }
  }

  #customersOf({ kg }: Tonne): Set<number | undefined> {
    return new Set([...kg.keys()].map((index) => this.#orders[index]?.customer));
  }

  #isFull({ kg }: Tonne): boolean {
    return [...kg.values()].reduce((sum, part) => sum + part, 0) === 1000;
  }

  /** Returns whether the row, by itself, proves the tonne's retirement for its customers. */
  #proves(tonne: Tonne, { kind, day, naming, customer }: DrawnRow): boolean {
    // Tonnes without a customer may be retired for customers to come.
    const isInTime = day === "today" || (day === "before the sale" && tonne.kg.size === 0);
    if (kind !== "retired" || !isInTime) return false;
    if (naming === "pool") return true;
    const customers = this.#customersOf(tonne);
    const isSole = customers.size === 1 && customers.has(customer ?? undefined);
    return naming === "same" && isSole && this.#isFull(tonne);
  }

  /** Returns whether the row names someone who can't be meant by the tonne's customers. */
  #accuses(tonne: Tonne, { kind, day, naming, customer }: DrawnRow): boolean {
    const isInTime = day === "today" || day === "missing";
    if (kind !== "retired" || !isInTime || tonne.kg.size === 0) return false;
    if (naming === "stranger") return true;
    if (naming !== "same" && naming !== "near") return false;
    const customers = this.#customersOf(tonne);
    return customers.size > 1 || !customers.has(customer ?? undefined);
  }

  #within(first: number, last: number): Tonne[] {
    return this.#tonnes.slice(first - 1, last);
  }

  import(rows: readonly DrawnRow[]): void {
    for (const [index, tonne] of this.#tonnes.entries()) {
      const here = rows.filter(({ first, last }) => first <= index + 1 && index + 1 <= last);
      const group = groupOf(here.map(({ id }) => id));
      if (here.length === 0 || isKnown(tonne, here, group)) continue;
      for (const row of new Set(here)) {
        tonne.rows.push({ row, group, state: "open" });
        if (!this.#proves(tonne, row)) continue;
        tonne.mayBeRetired = true;
        tonne.settledFrom = Math.min(tonne.settledFrom, tonne.rows.length - 1);
      }
    }
  }

  decide(
    ids: readonly string[],
    [first, last]: readonly [number, number],
    decision: Decision,
  ): void {
    for (const tonne of this.#within(first, last)) {
      const decided = tonne.rows.filter(
        ({ group, state }) => group === groupOf(ids) && isOpen(state),
      );
      if (decided.length === 0) throw new Error(`rows ${ids} do not wait for the tonne`);
      const isNamed = decided.some(({ row }) => row.naming !== "none");
      if (decision === "ours" && isNamed) this.#endAccusations(tonne);
      for (const named of decided) {
        named.state = stateAfter(decision);
        tonne.isLost ||= decision === "theirs";
        if (decision !== "ours" || named.row.day === "future") continue;
        if (named.row.kind === "cancelled") tonne.mayBeCancelled = true;
        else {
          tonne.mayBeRetired = true;
          tonne.settledFrom = Math.min(tonne.settledFrom, tonne.rows.length);
        }
      }
    }
  }

  /** The registry names the customer now. */
  #endAccusations(tonne: Tonne): void {
    for (const named of tonne.rows) {
      const isAlone = named.group === named.row.id;
      if (isAlone && isOpen(named.state) && this.#accuses(tonne, named.row)) named.state = "ours";
    }
  }

  passDay(): void {
    for (const tonne of this.#tonnes) {
      for (const named of tonne.rows) {
        const isAccusation = named.state === "open" && this.#accuses(tonne, named.row);
        if (isAccusation) named.state = "public";
      }
    }
  }

  #sum(order: number, holds: (tonne: Tonne) => boolean): number {
    return this.#tonnes.reduce((sum, one) => sum + (holds(one) ? (one.kg.get(order) ?? 0) : 0), 0);
  }

  /** At most these claims may be made about the order. */
  most(order: number): Claims {
    const isDisputed = ({ rows, isLost }: Tonne) =>
      isLost || rows.some(({ state }) => state === "public");
    return {
      retiredKg: this.#sum(order, ({ mayBeRetired }) => mayBeRetired),
      cancelledKg: this.#sum(order, ({ mayBeCancelled }) => mayBeCancelled),
      disputedKg: this.#sum(order, isDisputed),
    };
  }

  /** These claims must be made: a single row names their tonnes, and it is clear. */
  least(order: number): Omit<Claims, "cancelledKg"> {
    const sole = ({ rows }: Tonne) => (rows.length === 1 ? rows[0] : undefined);
    const isProved = (tonne: Tonne) => {
      const named = sole(tonne);
      return named?.state === "open" && this.#proves(tonne, named.row);
    };
    return {
      retiredKg: this.#sum(order, isProved),
      disputedKg: this.#sum(order, (tonne) => sole(tonne)?.state === "public"),
    };
  }

  /** Returns whether what is left of the tonne may be sold. */
  isForSale(number: number): boolean {
    const [tonne] = this.#within(number, number);
    if (!tonne) return false;
    const isSettled = ({ row, state }: Named) =>
      state === "ours" ? row.kind === "retired" : state === "dismissed";
    return tonne.rows.every((named, index) => isSettled(named) || index >= tonne.settledFrom);
  }
}
