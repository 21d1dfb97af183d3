export { listRetirements } from "./list-retirements";
export { renderSummaryPdf } from "./render-summary-pdf";
export { RetirementResource, toRetirementResource } from "./resource";
export { retirementColumns } from "./retirement-columns";
export { ListRetirements, RetirementFilters, SearchRetirements, SummaryQuery } from "./schema";
export { getDisclosureSummary } from "./summary";
export { summaryCsv } from "./summary-csv";
export { toSummaryView } from "./summary-view";
export { getRetirementTotals } from "./totals";
