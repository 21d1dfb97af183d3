// What was offset, for everyone to see: the only way into the room.

export { findImpactSummary, getImpact, type ImpactSummary } from "./impact";
export {
  findImpactPage,
  findImpactPreview,
  getImpactPage,
  listListedPages,
  type PublicImpact,
  setImpactPage,
} from "./impact-pages";
export type { SectionName } from "./page-rules";
export {
  ImpactPageResource,
  ImpactResource,
  toImpactPageResource,
  toImpactResource,
} from "./resource";
export { listRetiredOfAccounts, listRetiredOfProject } from "./retired-history";
export { type EquivalentName, equivalentOf } from "./rules";
export { ImpactPeriod, SetImpactPage } from "./schema";
export type { ImpactTables } from "./tables";
