// What was offset, for everyone to see: the only way into the room.
export { findImpactPage, type PublicImpact } from "./find-impact-page";
export { findImpactPreview } from "./find-impact-preview";
export { findImpactSummary, type ImpactSummary } from "./find-impact-summary";
export { getImpact } from "./get-impact";
export { getImpactPage } from "./get-impact-page";
export { listListedPages } from "./list-listed-pages";
export type { SectionName } from "./page-rules";
export {
  ImpactPageResource,
  ImpactResource,
  toImpactPageResource,
  toImpactResource,
} from "./resource";
export { type EquivalentName, equivalentOf } from "./rules";
export { ImpactPeriod, SetImpactPage } from "./schema";
export { setImpactPage } from "./set-impact-page";
export type { ImpactTables } from "./tables";
