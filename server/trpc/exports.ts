// Which lists can be had as CSV: a row each, `GET /admin/{account}/{mode}/export/{name}.csv`.
//
// To add one: in the file of its screen, write a query that takes ExportInput with the list's own
// filters (named as in the page's address, which are texts: coerce what is none), reads one page by
// the list's own verb from `placeAfter(input.after)`, and answers `exportPage(page, columns)`. Add
// it here. Its kind (forViewer, forOperator…) says whom it is for, and the authorisation suite
// covers it by itself. An operator's export is asked for with no account: `answerExport(request,
// { account: null, mode, file })`, at `/admin/operator/{mode}/export/{name}.csv`.
import { exportAudit } from "./audit";
import { exportCheckoutSessions, exportPayments } from "./checkout";
import { exportAccounts } from "./operator-accounts";
import { exportImports } from "./operator-imports";
import { exportLots, exportStock } from "./operator-lots";
import { exportProjects } from "./operator-projects";
import { exportWaiting } from "./operator-waiting";
import { exportOrders } from "./orders";
import { router } from "./procedures";
import { exportSubaccounts } from "./subaccounts";
import { exportEvents } from "./webhooks";

export const exportsRouter = router({
  "checkout-sessions": exportCheckoutSessions,
  accounts: exportAccounts,
  audit: exportAudit,
  events: exportEvents,
  imports: exportImports,
  lots: exportLots,
  orders: exportOrders,
  payments: exportPayments,
  projects: exportProjects,
  stock: exportStock,
  subaccounts: exportSubaccounts,
  waiting: exportWaiting,
});
