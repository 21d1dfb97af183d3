// Which lists can be had as CSV: a row each, `GET /admin/{account}/{mode}/export/{name}.csv`.
//
// To add one: in the file of its screen, write a query that takes ExportInput with the list's own
// filters (named as in the page's address, which are texts: coerce what is none), reads one page by
// the list's own verb from `placeAfter(input.after)`, and answers `exportPage(page, columns)`. Add
// it here. Its kind (forViewer, forOperator…) says whom it is for, and the authorisation suite
// covers it by itself. An operator's export is asked for with no account: `answerExport(request,
// { account: null, mode, file })`, at `/admin/operator/{mode}/export/{name}.csv`.
import { exportAudit } from "./audit";
import { exportImports } from "./operator-imports";
import { exportLots, exportStock } from "./operator-lots";
import { exportWaiting } from "./operator-waiting";
import { exportCheckoutSessions, exportPayments } from "./checkout";
import { exportAccounts } from "./operator-accounts";
import { exportProjects } from "./operator-projects";
import { exportOrders } from "./orders";
import { router } from "./procedures";
import { exportSubaccounts } from "./subaccounts";
import { exportEvents } from "./webhooks";

export const exportsRouter = router({
  audit: exportAudit,
  events: exportEvents,
  imports: exportImports,
  lots: exportLots,
  orders: exportOrders,
  stock: exportStock,
  "checkout-sessions": exportCheckoutSessions,
  orders: exportOrders,
  payments: exportPayments,
  accounts: exportAccounts,
  orders: exportOrders,
  projects: exportProjects,
  subaccounts: exportSubaccounts,
  waiting: exportWaiting,
});
