export { listRetirements } from "./list-retirements";
export { RetirementResource, toRetirementResource } from "./resource";
export { retirementColumns } from "./retirement-columns";
export { ListRetirements, RetirementFilters, SearchRetirements, SummaryQuery } from "./schema";
export { getDisclosureSummary } from "./summary";
export { summaryCsv } from "./summary-csv";
export { renderSummaryPdf } from "./summary-pdf";
export { toSummaryView } from "./summary-view";
export { getRetirementTotals } from "./totals";
