// Draws sales, imports of a registry's rows, decisions and days, and compares each state of the
// product with the model of evidence.
import fc from "fast-check";
import { database } from "#core/db";
import { Problem } from "#core/errors";
import { getIncident, recordEvidence, startDueDisputes } from "#domain/evidence";
import { recordRetiredSerials, removeRetiredSerials } from "#domain/inventory";
import type { FileRetirementRow } from "#domain/registries";
import {
  CUSTOMERS,
  type Day,
  type Decision,
  type DrawnRow,
  EvidenceModel,
  POOL,
  STRANGERS,
} from "./evidence-model";
import { mode, write } from "./evidence-shop";
import { systemContext } from "./factories";
import { decide } from "./remedies";
import { dayFrom, openVerraShop, type VerraShop } from "./verra-shop";

const TONNES = 20;
/** Imports of each draw. */
export const IMPORTS = 4;

const customer = fc.nat({ max: CUSTOMERS.length - 1 });
const orders = fc.array(
  fc.record({ customer, kg: fc.constantFrom(300, 400, 700, 1000, 1500, 2000, 3000) }),
  { minLength: 1, maxLength: 4 },
);

const drawnRows = fc.array(
  fc.record({
    kind: fc.constantFrom("retired", "retired", "retired", "cancelled"),
    first: fc.integer({ min: 1, max: 10 }),
    tonnes: fc.integer({ min: 1, max: 3 }),
    day: fc.constantFrom<Day>("today", "today", "today", "future", "before the sale", "missing"),
    customer,
    naming: fc.constantFrom("same", "same", "near", "stranger", "pool", "none"),
    text: fc.nat({ max: 20 }),
  } as const),
  { minLength: 1, maxLength: 6 },
);

const step = fc.record({
  /** Indexes of rows, in the order of the file; a row may come again. */
  rows: fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 3 }),
  decisions: fc.array(
    fc.tuple(
      fc.nat({ max: 20 }),
      fc.constantFrom<Decision>("ours", "theirs", "dismissed", "disputed"),
    ),
    { maxLength: 2 },
  ),
  passesDay: fc.boolean(),
});

export const draw = fc.record({
  orders,
  rows: drawnRows,
  steps: fc.array(step, { minLength: IMPORTS, maxLength: IMPORTS }),
});
type Draw = typeof draw extends fc.Arbitrary<infer T> ? T : never;

const pick = (names: readonly string[], index: number) => names[index % names.length] ?? "";

type Row = Draw["rows"][number];

function toDrawn({ naming, customer: index, tonnes, first, kind, day }: Row, id: string): DrawnRow {
  const hasCustomer = naming === "same" || naming === "near";
  const last = first + tonnes - 1;
  return { id, kind, first, last, day, naming, customer: hasCustomer ? index : null };
}

function beneficiaryOf({ naming, customer: index, text }: Row): string | null {
  if (naming === "none") return null;
  if (naming === "pool") return POOL;
  if (naming === "stranger") return pick(STRANGERS, text);
  return pick(CUSTOMERS[index]?.[naming] ?? [], text);
}

const days: Record<Day, () => string | null> = {
  today: () => dayFrom(0),
  future: () => dayFrom(400),
  "before the sale": () => "2021-01-05",
  missing: () => null,
};

function inFile(shop: VerraShop, row: Row, { id, first, last }: DrawnRow): FileRetirementRow {
  const { kind, day } = row;
  const facts = { kind, retiredOn: days[day](), beneficiary: beneficiaryOf(row), reference: id };
  return shop.row(first, last, facts);
}

/** As an import of the registry's export does. */
function importRows(rows: readonly FileRetirementRow[]): Promise<unknown> {
  return write(async (ctx) => {
    const { removable } = await recordEvidence(ctx, { mode, registry: "verra", rows });
    const ranges = removable.flatMap(({ serials }) => serials ?? []);
    await recordRetiredSerials(ctx, { mode, ranges });
    await removeRetiredSerials(ctx, { mode, ranges });
  });
}

/** Numbers of the tonnes in a text of serials. */
function numbersOf(serials: string): [first: number, last: number] {
  const [, first, last] = /-(\d+)-(\d+)$/.exec(serials) ?? [];
  return [Number(first), Number(last)];
}

async function decideSome(
  shop: VerraShop,
  model: EvidenceModel,
  decisions: readonly (readonly [index: number, decision: Decision])[],
): Promise<void> {
  for (const [index, decision] of decisions) {
    const open = await shop.open();
    const [id] = open[index % open.length] ?? [];
    if (id === undefined) return;
    const { row, parts } = await getIncident(systemContext(), { mode, id });
    try {
      await decide(id, decision);
    } catch (error) {
      if (error instanceof Problem) continue;
      throw error;
    }
    const ids = row.key.toUpperCase().match(/(?<=")R\d+(?=")/g) ?? [];
    for (const { serialNumberRange } of parts) {
      model.decide(ids, numbersOf(serialNumberRange), decision);
    }
  }
}

async function passDay(model: EvidenceModel): Promise<void> {
  const now = new Date(Date.now() + 25 * 3_600_000);
  while ((await write((ctx) => startDueDisputes({ ...ctx, now }))) > 0);
  model.passDay();
}

/** Kg of the sentences that match. */
function claimedKg(statement: string, pattern: RegExp): number {
  return [...statement.matchAll(pattern)].reduce(
    (sum, [, amount = "", unit]) =>
      sum + Number(amount.replaceAll(",", "")) * (unit === "t" ? 1000 : 1),
    0,
  );
}

const RETIRED = /([\d,.]+) (kg|t)(?: of carbon credits for [^.]+)? were retired at/g;
const CANCELLED = /([\d,.]+) (kg|t) were cancelled at/g;

/** Claims of the order's state and wording that the model does not allow, or that are missing. */
async function faultsOf(shop: VerraShop, model: EvidenceModel, ids: readonly string[]) {
  const faults: object[] = [];
  for (const [index, id] of ids.entries()) {
    const order = await database().prisma.order.findFirstOrThrow({ where: { id } });
    const statement = await shop.statement(id);
    const { registryRetiredKg: retiredKg, registryDisputedKg: disputedKg } = order;
    const claims = { retiredKg, disputedKg, cancelledKg: order.registryCancelledKg };
    const [most, least] = [model.most(index), model.least(index)];
    const isWhole = /out of circulation|are retired\./.test(statement);
    const tooMuch = [
      retiredKg > most.retiredKg || claimedKg(statement, RETIRED) > most.retiredKg,
      claims.cancelledKg > most.cancelledKg || claimedKg(statement, CANCELLED) > most.cancelledKg,
      disputedKg > most.disputedKg,
      statement.includes("cancelled at") && most.cancelledKg === 0,
      statement.includes("for someone else") && most.disputedKg === 0,
      isWhole && most.retiredKg < order.amountKg,
      order.registryStatus === "retired" && most.retiredKg < order.amountKg,
    ];
    const isTooLittle = retiredKg < least.retiredKg || disputedKg < least.disputedKg;
    if (tooMuch.includes(true) || isTooLittle) faults.push({ claims, most, least, statement });
  }
  return faults;
}

/** Tonnes that a further order gets although they are not for sale. */
async function soldInVain(shop: VerraShop, model: EvidenceModel): Promise<number[]> {
  const id = await shop.buyFor("Last Ltd", 1300);
  const allocated = await database().prisma.retirement.findMany({ where: { orderId: id } });
  return allocated
    .flatMap(({ serialNumberRange }) => {
      const [first, last] = numbersOf(serialNumberRange);
      return Array.from({ length: last - first + 1 }, (_, n) => first + n);
    })
    .filter((number) => !model.isForSale(number));
}

/** Plays the draw. Returns what the product claims without the model's leave. */
export async function playImports({ orders: sales, rows: drawn, steps }: Draw): Promise<object[]> {
  const shop = await openVerraShop();
  const policy = { timing: "after_sale", retireWithinDays: 30, adapter: "manual", poolText: POOL };
  await database().prisma.registryPolicy.upsert({
    where: { mode_registry: { mode, registry: "verra" } },
    create: { mode, registry: "verra", ...policy },
    update: policy,
  });
  const model = new EvidenceModel(sales, TONNES);
  const ids: string[] = [];
  for (const { customer: index, kg } of sales) {
    ids.push(await shop.buyFor(CUSTOMERS[index]?.name ?? "", kg));
  }
  for (const { rows: indexes, decisions, passesDay } of steps) {
    const chosen = indexes.flatMap((index) => {
      const row = drawn[index % drawn.length];
      return row ? [{ row, named: toDrawn(row, `R${index % drawn.length}`) }] : [];
    });
    await importRows(chosen.map(({ row, named }) => inFile(shop, row, named)));
    model.import(chosen.map(({ named }) => named));
    await decideSome(shop, model, decisions);
    if (passesDay) await passDay(model);
    const faults = await faultsOf(shop, model, ids);
    if (faults.length > 0) return faults;
  }
  const tonnes = await soldInVain(shop, model);
  return tonnes.length > 0 ? [{ tonnes }] : [];
}
