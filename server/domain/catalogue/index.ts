export { type AccountPriceList, listAccountPrices, setAccountPrices } from "./account-prices";
export { archiveSharedPortfolio, publishSharedPortfolio } from "./archive-shared";
export {
  changeCategory,
  changePortfolio,
  revisionOf,
  toCategoryEntry,
  toPortfolioEntry,
} from "./change-catalogue";
export {
  CategoryMembers,
  ChangeCategory,
  ChangePortfolio,
  PlaceProject,
  PortfolioShares,
  ProjectPlacement,
  SetAccountPrices,
} from "./change-schema";
export { CATEGORY_COLORS } from "./color-rules";
export { type ColoredPortfolio, toColoredPortfolio } from "./colored-portfolio";
export { defaultFactors } from "./default-factors";
export {
  EmissionFactorResource,
  listEmissionFactors,
  priceActivity,
  resetEmissionFactors,
  setEmissionFactor,
  toEmissionFactorResource,
} from "./emission-factors";
export { pricePathIn } from "./file-prices";
export {
  type Counts,
  type EntryChanges,
  type NamedChanges,
  planEntries,
  type WrittenEntries,
  writeEntries,
} from "./import-entries";
export { importRegistryProjects, type RegistryProjectsResult } from "./import-projects";
export {
  duplicateFaults,
  type Entries,
  type Fault,
  type ListName,
} from "./import-rules";
export { describeChange, type LargePriceChange } from "./large-price-changes";
export { type Offer, resolveOffer } from "./offers";
export {
  createPortfolio,
  lockForArchiving,
  markArchived,
  requireCategories,
  updatePortfolio,
} from "./own-portfolios";
export { placeProject, previewPlacement } from "./place-project";
export {
  chooseDefaultPortfolio,
  findDefaultPortfolio,
  findPortfolioNames,
  findPublicPortfolio,
  getOfferedPortfolio,
  getPortfolio,
  listOfferedPortfolios,
  listPortfolioDetails,
  listPortfolios,
  setCatalogueDefault,
} from "./portfolios";
export { previewCategoryChange, previewPortfolioChange } from "./preview-changes";
export {
  type Channel,
  type CurrencyPrices,
  channels,
  kgForTotal,
  MAX_AMOUNT_KG,
  type PriceOn,
  type PricingUnit,
  portfolioPricePerTonne,
  pricedPerTonne,
  priceOf,
  pricePerTonne,
  priceSet,
  requireMillionths,
  storedPricePerTonne,
} from "./price-rules";
export { listPriceChanges, setCategoryPrices, setPortfolioPrices } from "./prices";
export {
  type Mechanism,
  mechanisms,
  projectAttributeResource,
  type Sink,
  sinks,
} from "./project-attributes";
export {
  findPublicProject,
  getProject,
  getProjectCategory,
  listCatalogueProjects,
  listProjectCategories,
  listProjectKinds,
  listProjectNames,
  listProjectShares,
  listProjectSketches,
  listProjects,
  type ProjectSketch,
} from "./projects";
export {
  QuoteAirFreight,
  QuoteFlight,
  QuoteGroundFreight,
  QuoteGroundTransport,
  QuoteMass,
  QuoteOfficeSpace,
  QuoteResource,
  QuoteRide,
  QuoteTrain,
  quoteActivity,
  quoteMass,
} from "./quotes";
export {
  PortfolioDetailResource,
  PortfolioResource,
  type PortfolioWithAllocations,
  ProjectCategoryResource,
  type ProjectCategoryWithProjects,
  ProjectDetailResource,
  ProjectResource,
  toPortfolioDetailResource,
  toPortfolioResource,
  toProjectCategoryResource,
  toProjectDetailResource,
  toProjectResource,
} from "./resource";
export {
  CreatePortfolio,
  EmissionFactorEntry,
  ListCatalogueProjects,
  ListPriceChanges,
  PortfolioEntry,
  PortfolioParts,
  ProjectCategoryEntry,
  ProjectEntry,
  portfolioId,
  SetCategoryPrices,
  SetEmissionFactor,
  SetPortfolioPrices,
  UpdatePortfolio,
} from "./schema";
export {
  awaitCatalogue,
  bumpStockVersion,
  lockCatalogue,
  lockProjects,
  lockStock,
  shareCatalogue,
} from "./store";
export {
  createSubaccount,
  importSubaccounts,
  previewSubaccountImport,
  updateSubaccount,
  updateSubaccounts,
} from "./subaccounts";
export type { CatalogueTables } from "./tables";
export { translationOfSame, withTranslation } from "./translation-rules";
export { findTranslated, findTranslatedPortfolio } from "./translations";
