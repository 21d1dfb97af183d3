// A shop whose credits are Verra's, for tests of its exports.
import { database } from "#core/db";
import { listIncidents, recordEvidence } from "#domain/evidence";
import { parseSerialRange } from "#domain/inventory";
import { getOrder, statedCredits, statementOf } from "#domain/orders";
import type { FileRetirementRow } from "#domain/registries";
import { EvidenceShop, mode, write } from "#testing/evidence-shop";
import { contextOf, importFile, makeAccount, makeStock, systemContext } from "#testing/factories";

/** The day as many days from today. */
export const dayFrom = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A shop of Verra credits, and rows of Verra's exports about its lot. */
export class VerraShop extends EvidenceShop {
  readonly block: string;

  constructor(ctx: EvidenceShop["ctx"], stock: Awaited<ReturnType<typeof makeStock>>) {
    super(ctx, stock, "verra");
    this.block = `TST-${stock.tag}-a-`;
  }

  row(first: number, last: number, facts: Partial<FileRetirementRow> = {}): FileRetirementRow {
    const quantityKg = (last - first + 1) * 1000;
    const serials = parseSerialRange(`${this.block}${first}-${last}`, quantityKg);
    const place = { rowNumber: first, file: "export.csv" };
    const nothing = { reason: null, note: null, reference: `REF ${first}`, url: null };
    return {
      ...{ registry: "verra", kind: "retired", serials, quantityKg, retiredOn: dayFrom(0) },
      ...{ beneficiary: "Delta Ltd", projectRegistryId: null, vintageYear: 2022 },
      ...{ ...nothing, ...place, ...facts },
    };
  }

  load(...rows: FileRetirementRow[]) {
    return write(
      async (ctx) => (await recordEvidence(ctx, { mode, registry: "verra", rows })).report,
    );
  }

  buyFor(name: string, kg: number): Promise<string> {
    return this.buy(kg, { beneficiary: { name, message: null, url: null } });
  }

  async lotsOf(orderId: string): Promise<string[]> {
    const rows = await database().prisma.retirement.findMany({ where: { orderId } });
    return rows.map(({ lotId }) => lotId);
  }

  /** Ids of the rows that wait for a decision, with the reason. */
  async open(): Promise<[id: string, reason: string][]> {
    const page = { mode, kind: null, state: "open", limit: 100 } as const;
    const { data } = await listIncidents(systemContext(), page);
    return data
      .filter(({ row }) => row.serials?.includes(this.block))
      .map(({ id, kind, row }) => [id, row.waitsFor ?? kind]);
  }

  /** The order's public statement. */
  async statement(id: string): Promise<string> {
    const order = await getOrder(this.ctx, { id });
    const credits = order.allocations.flatMap(({ retirements }) =>
      retirements.map((one) => ({ registry: "Verra", credits: one })),
    );
    const facts = { state: order.state, mode: "live" as const, amountKg: order.amountKg };
    const names = { beneficiary: "Delta Ltd", seller: "Northly", allocatedAt: order.settledAt };
    return statementOf({ ...facts, ...names, ...statedCredits(credits) });
  }
}

export async function openVerraShop(): Promise<VerraShop> {
  const { account } = await makeAccount();
  const stock = await makeStock({ tonnes: 20 });
  const projects = stock.file.projects.map((it) => ({ ...it, registry_name: "Verra" }));
  await importFile({ ...stock.file, projects });
  const where = { id: { in: stock.lotIds } };
  await database().prisma.creditLot.updateMany({ where, data: { registry: "verra" } });
  return new VerraShop(contextOf(account), stock);
}
