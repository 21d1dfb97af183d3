// Evidence of retirements for many orders at once: as rows of an export, and as records.
import { type Db, database } from "#core/db";
import { withDatabaseUse } from "#core/db-use";
import { recordEvidence, recordRetirements } from "#domain/evidence";
import { parseSerialRange } from "#domain/inventory";
import { recomputeTotals } from "#testing/bench/history";
import { formatNumber, type Line, type Section } from "#testing/bench/report";
import { seedSoldLots } from "#testing/bench/sold-lots";
import { systemContext } from "#testing/factories";

const ORDERS = 25_000;
const TONNES_PER_ORDER = 4;
const TONNES = ORDERS * TONNES_PER_ORDER;
const MAX_S = 20;
const mode = "test";
const registry = "verra";

/** Sells the credits. Returns each order's share, with serials and beneficiary as seeded. */
async function sellCredits() {
  const { batch } = await seedSoldLots({ orders: ORDERS, kg: TONNES_PER_ORDER * 1000 });
  await recomputeTotals();
  const prefix = `lot_${batch}_`;
  const allocations = await database().prisma.retirement.findMany({
    where: { mode, lotId: { startsWith: prefix } },
    select: { lotId: true, lotStartKg: true, orderId: true },
    orderBy: [{ lotId: "asc" }, { lotStartKg: "asc" }],
  });
  return allocations.map(({ lotId, lotStartKg, orderId }) => ({
    lotId,
    orderId,
    startKg: Number(lotStartKg),
    block: `SLD-${batch}-${lotId.slice(prefix.length)}-`,
    beneficiary: `Customer ${Number(orderId.slice(-12))}`,
  }));
}
type Share = Awaited<ReturnType<typeof sellCredits>>[number];

const facts = { retiredOn: "2026-11-03", reason: null, url: null };

/** A row of the registry's export for each order. */
function rowOf({ orderId, startKg, block, beneficiary }: Share, index: number) {
  const first = startKg / 1000 + 1;
  const quantityKg = TONNES_PER_ORDER * 1000;
  const range = `${block}${first}-${first + TONNES_PER_ORDER - 1}`;
  return {
    ...facts,
    registry,
    kind: "retired" as const,
    serials: parseSerialRange(range, quantityKg),
    quantityKg,
    beneficiary,
    note: null,
    reference: orderId,
    projectRegistryId: null,
    vintageYear: null,
    rowNumber: index + 2,
    file: "export.csv",
  } as const;
}

/** A record for each order, with an item for each of its tonnes. */
const retirementOf = ({ lotId, startKg, orderId, beneficiary }: Share) => ({
  ...facts,
  beneficiary,
  registryReference: orderId,
  source: "import" as const,
  isPool: false,
  requestId: null,
  items: Array.from({ length: TONNES_PER_ORDER }, (_, tonne) => ({
    lotId,
    startKg: startKg + tonne * 1000,
    endKg: startKg + (tonne + 1) * 1000,
  })),
});

type Context = ReturnType<typeof systemContext>;

/** Measures the work, in one transaction, on credits of its own. */
async function measure(
  label: string,
  work: (ctx: Context, shares: readonly Share[]) => Promise<unknown>,
): Promise<Line> {
  const shares = await sellCredits();
  const ids = shares.map(({ orderId }) => orderId);
  const started = performance.now();
  await withDatabaseUse("long", () =>
    database().transaction((db: Db) => work({ ...systemContext(), db }, shares)),
  );
  const seconds = (performance.now() - started) / 1000;
  const retired = await database().prisma.order.count({
    where: { id: { in: ids }, registryStatus: "retired" },
  });
  return {
    label,
    figure: `${formatNumber(seconds)} s`,
    goal: { text: `≤ ${MAX_S} s`, isMet: seconds <= MAX_S && retired === ORDERS },
    note: `${formatNumber(retired)} orders retired`,
  };
}

export async function benchEvidence(): Promise<Section[]> {
  return [
    {
      title: `Evidence for ${formatNumber(TONNES)} tonnes of many orders, in one transaction`,
      lines: [
        await measure("import of an export, a row for each order", (ctx, shares) =>
          recordEvidence(ctx, { mode, registry, rows: shares.map(rowOf) }),
        ),
        await measure("records with an item for each tonne", (ctx, shares) =>
          recordRetirements(ctx, { mode, registry, retirements: shares.map(retirementOf) }),
        ),
      ],
    },
  ];
}
