export type { ImpactTables } from "./find-page";
export { findImpactSummary, getImpact, type ImpactSummary } from "./impact";
export {
  findImpactPage,
  findImpactPreview,
  getImpactPage,
  listListedPages,
  type PublicImpact,
  setImpactPage,
} from "./impact-pages";
export {
  ImpactPageResource,
  ImpactResource,
  toImpactPageResource,
  toImpactResource,
} from "./resource";
export { listRetiredOfAccounts, listRetiredOfProject } from "./retired-sums";
export {
  type EquivalentName,
  firstInstant,
  type Headline,
  headlineOf,
  lastInstant,
  type Region,
  regionalEquivalentOf,
  type SectionName,
} from "./rules";
export { ImpactPeriod, moment, SetImpactPage } from "./schema";
export { findTranslatedImpact } from "./translated-impact";
export type { HeadlineName } from "./whose-rules";
