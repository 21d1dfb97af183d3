// Sales with serial numbers and evidence, as documents and pages show them.
import type { AccountContext } from "#core/context";
import { formatDay } from "#core/dates";
import { appUrl } from "#core/env";
import { formatTonnes } from "#core/mass";
import { formatMoney } from "#core/money";
import { isRetiredAhead } from "#core/retired-ahead";
import { listStatementLines, type StatementLine } from "./lines";
import type { SaleRow } from "./lines-store";
import { isReplacement } from "./replacements";
import type { Statement } from "./statement";

/** Most sales of a document; a larger period has them in its CSV. */
const MAX_LINES = 300;

export interface SaleView {
  id: string;
  day: string;
  order: string;
  credits: string;
  serial: string;
  status: string;
  isRetiredAhead: boolean;
  kg: string;
  price: string;
  certificateUrl: string;
}

const statuses: Record<SaleRow["registryStatus"], string> = {
  pending: "Retirement pending",
  requested: "Retirement requested",
  retired: "Retired",
  disputed: "Disputed",
  cancelled: "Cancelled at the registry",
  unreported: "No registry record",
};

/** Registry status of the allocation, with the kg that differ from it. */
function statusOf(row: SaleRow): string {
  const { registryStatus: status, registryRetiredOn: day, registryReference: reference } = row;
  const { amountKg, registryRetiredKg: retiredKg, replacedKg } = row;
  if (replacedKg === amountKg) return "Replaced by other credits";
  const date = status === "retired" && day ? ` ${formatDay(day)}` : "";
  return [
    `${statuses[status]}${date}`,
    status === "retired" ? reference : retiredKg > 0 && `${formatTonnes(retiredKg)} retired`,
    replacedKg > 0 && `${formatTonnes(replacedKg)} replaced by other credits`,
  ]
    .filter(Boolean)
    .join(", ");
}

function toSaleView(row: SaleRow): SaleView {
  const isExtra = isReplacement(row);
  const { registryStatus, registryRetiredOn, settledAt } = row;
  return {
    id: row.id,
    day: settledAt ? formatDay(settledAt) : "",
    order: row.orderId,
    credits: `${row.projectName}, ${row.vintageYear}${isExtra ? " (replacement)" : ""}`,
    serial: row.serialNumberRange,
    status: statusOf(row),
    isRetiredAhead: isRetiredAhead({
      retiredOn: registryStatus === "retired" ? registryRetiredOn : null,
      orderedOn: settledAt?.toISOString() ?? null,
    }),
    kg: formatTonnes(row.amountKg),
    price: isExtra ? "" : formatMoney({ minor: row.price, currency: row.currency }, "en-US"),
    certificateUrl: `${appUrl()}/certificates/${row.orderId}`,
  };
}

/** True for credits, not for money or documents. */
export const isCredits = (
  line: StatementLine,
): line is Extract<StatementLine, { kind: "sale" | "replacement" }> =>
  line.kind === "sale" || line.kind === "replacement";

/** The period's sales; null if they are too many for a document. */
export async function findSaleViews(
  ctx: AccountContext,
  { month, subaccount }: Pick<Statement, "month" | "subaccount">,
): Promise<SaleView[] | null> {
  const page = await listStatementLines(ctx, {
    month,
    limit: MAX_LINES + 1,
    subaccount_id: subaccount?.id,
  });
  const sales = page.data.filter(isCredits);
  return sales.length > MAX_LINES ? null : sales.map(toSaleView);
}
