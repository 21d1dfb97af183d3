// A shop with one lot, orders of it, and what its registry records about them.
import type { AccountContext, Context } from "#core/context";
import { type Db, database } from "#core/db";
import { recordRetirements, writeRequests } from "#domain/evidence";
import { contextOf, makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";
import { placeOrder } from "#testing/place-order";

export const mode = "test";
/** Registry of the factories' projects. */
export const registry = "test-registry";

type Stock = Pick<Awaited<ReturnType<typeof makeStock>>, "portfolioId" | "lotIds">;
type NewRetirement = Parameters<typeof recordRetirements>[1]["retirements"][number];

/** Runs the work in a transaction of the system. */
export const write = <T>(work: (ctx: Context) => Promise<T>): Promise<T> =>
  database().transaction((db: Db) => work({ ...systemContext(), db }));

export class EvidenceShop {
  readonly ctx: AccountContext;
  readonly stock: Stock;
  readonly lotId: string;
  readonly registry: string;

  constructor(ctx: AccountContext, stock: Stock, ofRegistry = registry) {
    this.registry = ofRegistry;
    this.ctx = ctx;
    this.stock = stock;
    this.lotId = stock.lotIds[0] ?? "";
  }

  /** Places an order and matches it. Returns its id. */
  async buy(kg: number, options: object = {}): Promise<string> {
    const terms = { amount_kg: kg, portfolio_id: this.stock.portfolioId, subaccountId: null };
    const { id } = await placeOrder({ ...this.ctx, now: new Date() }, { ...terms, ...options });
    await matchAll();
    return id;
  }

  evidence(startKg: number, endKg: number, facts: Partial<NewRetirement> = {}): NewRetirement {
    return {
      kind: "retired",
      retiredOn: "2026-11-03",
      beneficiary: "Ann",
      reason: null,
      registryReference: `R${startKg}`,
      url: null,
      source: "import",
      isPool: false,
      requestId: null,
      items: [{ lotId: this.lotId, startKg, endKg }],
      ...facts,
    };
  }

  record(...retirements: NewRetirement[]): Promise<string[]> {
    return write((tx) => recordRetirements(tx, { mode, registry: this.registry, retirements }));
  }

  request(startKg: number, endKg: number): Promise<string[]> {
    const items = [{ lotId: this.lotId, startKg, endKg }];
    const open = { beneficiary: "Ann", isPool: false, reason: null, note: null, nextPollAt: null };
    const requests = [{ ...open, items }];
    return write((tx) =>
      writeRequests(tx, { mode, registry: this.registry, adapter: "manual", requests }),
    );
  }

  /** Kg with evidence, their end, kg in open requests, and their end. */
  async counters(): Promise<number[]> {
    const { prisma } = database();
    const where = { id_mode: { id: this.lotId, mode } };
    const lot = await prisma.creditLot.findUniqueOrThrow({ where });
    const { registryRetiredKg, evidenceEndKg, requestedKg, requestEndKg } = lot;
    return [registryRetiredKg, evidenceEndKg, requestedKg, requestEndKg].map(Number);
  }
}

export async function openEvidenceShop({ tonnes = 10 } = {}): Promise<EvidenceShop> {
  const { account } = await makeAccount();
  return new EvidenceShop(contextOf(account), await makeStock({ tonnes }));
}

/** An order's registry status, its kg with evidence, their date, and the revision. */
export async function statusOf(id: string) {
  const order = await database().prisma.order.findFirstOrThrow({ where: { id } });
  const on = order.registryRetiredOn?.toISOString().slice(0, 10) ?? null;
  return [order.registryStatus, order.registryRetiredKg, on, order.registryRevision];
}

export async function eventTypesOf(subjectId: string): Promise<string[]> {
  const { prisma } = database();
  const events = await prisma.event.findMany({
    where: { subjectId },
    orderBy: { sequence: "asc" },
  });
  return events.map(({ type }) => type);
}
