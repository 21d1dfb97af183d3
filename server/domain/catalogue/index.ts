// Projects, categories and portfolios, their reading and their import: the only way into the room.
export { archivePortfolio } from "./archive-portfolio";
export { createPortfolio } from "./create-portfolio";
export { findDefaultPortfolio } from "./find-default-portfolio";
export { findPublicPortfolio } from "./find-public-portfolio";
export { findPublicProject } from "./find-public-project";
export { getOfferedPortfolio } from "./get-offered-portfolio";
export { getPortfolio } from "./get-portfolio";
export { getProject } from "./get-project";
export { getProjectCategory } from "./get-project-category";
export { type Entries, type Fault, type ListName, repeated } from "./import-rules";
export { listCatalogueProjects, listProjectKinds } from "./list-catalogue-projects";
export { listOfferedPortfolios } from "./list-offered-portfolios";
export { listPortfolioDetails } from "./list-portfolio-details";
export { listPortfolios } from "./list-portfolios";
export { listProjectCategories } from "./list-project-categories";
export { listProjectShares } from "./list-project-shares";
export { listProjects } from "./list-projects";
export { lockCatalogue } from "./lock-catalogue";
export { planEntries } from "./plan-entries";
export { type Counts, type ReceivedEntries, receiveEntries } from "./receive-entries";
export { type ReceivedProjects, receiveProjects } from "./receive-projects";
export { renewStock } from "./renew-stock";
export { requireCategories } from "./require-categories";
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
export { portfolioPricePerKgCents, pricePerKgCents, toMillionths } from "./rules";
export {
  CreatePortfolio,
  EmissionFactorEntry,
  ListCatalogueProjects,
  PortfolioEntry,
  PortfolioParts,
  ProjectCategoryEntry,
  ProjectEntry,
  UpdatePortfolio,
} from "./schema";
export type { CatalogueTables } from "./tables";
export { updatePortfolio } from "./update-portfolio";
