export { coverageText, findCoverage } from "./coverage";
export { needsNationalTax } from "./national-currency";
export { type Tax, taxInGross, taxOnNet } from "./rules";
export type { TaxRule } from "./schema";
export type { TaxTables } from "./tables";
export { listTaxRules, replaceTaxRules, taxOf } from "./tax-store";
export { readVatId } from "./vat-ids";
