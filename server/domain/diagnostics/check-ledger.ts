// Verifies the whole ledger by recomputing it: nothing that a constraint or a total says is taken
// for granted.
import type { Context } from "#core/context";
import { checkNames, NAMES, narrowSerialRange, SerialRangeError } from "#domain/inventory";
import { ledgerChecks, PAGE_RETIREMENTS, type PagedRetirement } from "./check-store";

const PAGE = 5_000;
/** Of one check, no more rows than these are given. */
const MAX_ROWS = 1_000;

/** A row that breaks the invariant that `check` states. */
export interface LedgerFault {
  check: string;
  row: Record<string, unknown>;
}

const SERIALS = "a retirement names the serials of the tonnes that it touches";

/** What the retirement may say; a lot that was declared opaque later said which tonnes before. */
function expectedRanges(row: PagedRetirement): string[] {
  const lot = { serialNumberRange: row.lot_range, quantityKg: row.quantity_kg };
  const forms = row.serial_form === "opaque" ? (["opaque", "named"] as const) : [row.serial_form];
  try {
    return forms.map((serialForm) =>
      narrowSerialRange({ ...lot, serialForm }, row.lot_start_kg, row.lot_end_kg),
    );
  } catch (error) {
    if (error instanceof SerialRangeError) return [`none: ${error.message}`];
    throw error;
  }
}

/** Narrows every retirement's serial range again, a page at a time. */
async function checkSerials(ctx: Context): Promise<LedgerFault[]> {
  const faults: LedgerFault[] = [];
  let after: unknown[] = ["", "", -1];
  for (;;) {
    await ctx.progress?.({
      phase: SERIALS,
      done: ledgerChecks.length,
      total: ledgerInvariants.length,
    });
    const rows = await ctx.db.query<PagedRetirement>(PAGE_RETIREMENTS, [...after, PAGE]);
    for (const row of rows) {
      const expected = expectedRanges(row);
      if (expected.includes(row.serial_number_range) || faults.length >= MAX_ROWS) continue;
      faults.push({ check: SERIALS, row: { ...row, expected: expected[0] } });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return faults;
    after = [last.account_id, last.order_id, last.order_start_kg];
  }
}

/** The names of all that is verified. */
export const ledgerInvariants: readonly string[] = [
  ...ledgerChecks.map(({ name }) => name),
  NAMES,
  SERIALS,
];

/** Every row of the database that breaks an invariant of the ledger; none where all is well. */
export async function checkLedger(ctx: Context): Promise<LedgerFault[]> {
  const faults: LedgerFault[] = [];
  const total = ledgerInvariants.length;
  for (const [done, { name, text }] of ledgerChecks.entries()) {
    await ctx.progress?.({ phase: name, done, total });
    const statement = { name: "", text: `${text} LIMIT ${MAX_ROWS}` };
    const rows = await ctx.db.query<Record<string, unknown>>(statement, []);
    faults.push(...rows.map((row) => ({ check: name, row })));
  }
  const named = (await checkNames(ctx)).slice(0, MAX_ROWS);
  faults.push(...named.map((row) => ({ check: NAMES, row: { ...row } })));
  return [...faults, ...(await checkSerials(ctx))];
}
