export { listDocumentLines } from "./document-lines";
export { getMonthFigures, getSalesHistory, listMonthFigures, sumFigures } from "./figures";
export { type JournalLine, journalLines } from "./journal-lines";
export { journalOf } from "./journal-rules";
export { StatementLineResource, toStatementLineResource } from "./line-resource";
export { listStatementLines } from "./lines";
export { documentLinesCsv, linesCsv } from "./lines-csv";
export { monthKeys, monthOf } from "./month-rules";
export { type AccountTax, listMonthTaxes } from "./month-taxes";
export { getOperatorMonth, requireMonth } from "./operator-month";
export { getReportPdf, renderStatementPdf } from "./render-pdfs";
export { getReport, getReportCsv } from "./report";
export {
  createReportLink,
  findSharedReport,
  listReportLinks,
  revokeReportLink,
} from "./report-links";
export { type ReportView, toReportView } from "./report-view";
export { StatementResource, toStatementResource } from "./resource";
export { findSaleViews } from "./sale-view";
export {
  CreateReportLink,
  ListStatementLines,
  ListSubaccountFigures,
  MonthQuery,
  ReportQuery,
  RevokeReportLink,
  StatementMonthQuery,
  StatementQuery,
} from "./schema";
export { getStatement } from "./statement";
export { toStatementView, toTaxRow } from "./statement-view";
export {
  getSubaccountFigures,
  listSubaccountFigures,
  type SubaccountFigures,
} from "./subaccount-figures";
export { sumTaxes, taxDueCents } from "./tax-rules";
