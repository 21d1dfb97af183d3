import { BYTE_ORDER_MARK, type CsvPage, csvStream } from "#core/csv";
import { withDatabaseUse } from "#core/db-client";
import { notFound } from "#core/errors";
import { moduleExports } from "#modules/routers";
import { exportAudit, exportKeys } from "./account";
import { exportCategories, exportFactors, exportPortfolios } from "./catalogue-exports";
import { exportCheckoutSessions, exportPayments } from "./checkout";
import { respondToOwnPage, type TrpcContext } from "./context";
import { exportAccounts } from "./operator-accounts";
import { exportProjects } from "./operator-catalogue";
import { exportDrift } from "./operator-drift";
import { exportIncidents, exportRegistryRetirements } from "./operator-evidence";
import { exportImports, exportLedgerChecks } from "./operator-jobs";
import { exportLots, exportStock } from "./operator-lots";
import { exportTransfers, exportWaiting } from "./operator-orders";
import { exportAllPayments } from "./operator-payments";
import { exportSecurityEvents } from "./operator-system";
import { exportRequests, exportWorklist } from "./operator-worklist";
import { exportOrders } from "./orders-export";
import { createCallerFactory, router } from "./procedures";
import { exportRetirements } from "./retirements";
import { exportSubaccounts } from "./subaccounts";
import { exportEvents } from "./webhooks";

// To add one: in its screen's file, write a query that takes ExportInput with the list's filters
// (texts in the address: coerce numbers), reads one page from `placeAfter(input.after)`, and
// returns `csvPage(page, columns)`. The authorization suite covers it.
export const exportsRouter = router({
  "checkout-sessions": exportCheckoutSessions,
  accounts: exportAccounts,
  "all-payments": exportAllPayments,
  audit: exportAudit,
  categories: exportCategories,
  drift: exportDrift,
  events: exportEvents,
  "emission-factors": exportFactors,
  imports: exportImports,
  incidents: exportIncidents,
  "api-keys": exportKeys,
  "ledger-checks": exportLedgerChecks,
  lots: exportLots,
  orders: exportOrders,
  payments: exportPayments,
  portfolios: exportPortfolios,
  projects: exportProjects,
  "registry-requests": exportRequests,
  "registry-retirements": exportRegistryRetirements,
  retirements: exportRetirements,
  "security-events": exportSecurityEvents,
  stock: exportStock,
  subaccounts: exportSubaccounts,
  transfers: exportTransfers,
  waiting: exportWaiting,
  worklist: exportWorklist,
  ...moduleExports,
});

interface ExportQuery {
  /** Null for operators. */
  account: string | null;
  mode: string;
  /** Such as `orders.csv`. */
  file: string;
}

type Read = (input: object) => Promise<CsvPage>;

const makeCaller = createCallerFactory(exportsRouter);

export const exportNames = Object.keys(exportsRouter._def.procedures);

/** @throws not-found */
function readerOf(ctx: TrpcContext, file: string): { name: string; read: Read } {
  const name = file.replace(/\.csv$/, "");
  if (!file.endsWith(".csv") || !exportNames.includes(name)) throw notFound("export");
  const caller = makeCaller(ctx) as unknown as Record<string, Read>;
  const read = caller[name];
  if (!read) throw notFound("export");
  return { name, read: (input) => withDatabaseUse("export", () => read(input)) };
}

const DAY = /^\d{4}-\d\d-\d\d/;
const MONTH = /^\d{4}-\d\d$/;

/** The chosen month or days, for the name of the file; null if there are none. */
function periodOf(filters: Record<string, string>): string | null {
  const { month, year, fulfilled_from, fulfilled_to } = filters;
  const { from = fulfilled_from, to = fulfilled_to } = filters;
  if (month !== undefined && MONTH.test(month)) return month;
  if (year !== undefined && /^\d{4}$/.test(year)) return year;
  const [first, last] = [from, to].map((time) => DAY.exec(time ?? "")?.[0]);
  const parts = [first && `from-${first}`, last && `to-${last}`].filter(Boolean);
  return parts.length > 0 ? parts.join("-") : null;
}

/** Runs the export's procedure, with its authorization, for each page. */
export function handleExportRequest(request: Request, query: ExportQuery): Promise<Response> {
  return respondToOwnPage(request, query, async (ctx) => {
    if (query.mode !== "live" && query.mode !== "test") throw notFound("export");
    const { name, read } = readerOf(ctx, query.file);
    const filters = Object.fromEntries(new URL(request.url).searchParams);
    const first = await read({ ...filters, after: null });
    const today = ctx.now.toISOString().slice(0, 10);
    const subject = first.subject ?? periodOf(filters) ?? today;
    const file = [name, query.account ?? "operator", query.mode, subject].join("-");
    return new Response(
      csvStream({ log: ctx.log, mark: BYTE_ORDER_MARK }, first, (after) =>
        read({ ...filters, after }),
      ),
      {
        headers: {
          "content-type": "text/csv; charset=utf-8; header=present",
          "content-disposition": `attachment; filename="${file}.csv"`,
          "cache-control": "private, no-store",
        },
      },
    );
  });
}
