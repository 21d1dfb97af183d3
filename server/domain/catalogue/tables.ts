import type { Mode } from "#core/context";
import type { Language } from "#core/language";
import type { Table } from "#core/query";
import type {
  AccountPrice,
  Catalogue,
  CatalogueTranslation,
  CategoryPrice,
  CategoryProject,
  EmissionFactor,
  Portfolio,
  PortfolioAllocation,
  PortfolioPrice,
  Prisma,
  Project,
  ProjectCategory,
} from "#prisma";
import type { Mechanism, Sink } from "./project-attributes";
import type { EntryKind, Translation } from "./translation-schema";

export interface CatalogueTables {
  catalogues: Table<Catalogue, Prisma.CatalogueUncheckedCreateInput, { mode: Mode }>;
  projects: Table<
    Project,
    Prisma.ProjectUncheckedCreateInput,
    { mode: Mode; mechanism: Mechanism | null; sink: Sink | null }
  >;
  projectCategories: Table<
    ProjectCategory,
    Prisma.ProjectCategoryUncheckedCreateInput,
    { mode: Mode }
  >;
  categoryPrices: Table<CategoryPrice, Prisma.CategoryPriceUncheckedCreateInput, { mode: Mode }>;
  portfolioPrices: Table<PortfolioPrice, Prisma.PortfolioPriceUncheckedCreateInput, { mode: Mode }>;
  categoryProjects: Table<
    CategoryProject,
    Prisma.CategoryProjectUncheckedCreateInput,
    { mode: Mode }
  >;
  portfolios: Table<Portfolio, Prisma.PortfolioUncheckedCreateInput, { mode: Mode }>;
  portfolioAllocations: Table<
    PortfolioAllocation,
    Prisma.PortfolioAllocationUncheckedCreateInput,
    { mode: Mode }
  >;
  accountPrices: Table<AccountPrice, Prisma.AccountPriceUncheckedCreateInput, { mode: Mode }>;
  catalogueTranslations: Table<
    CatalogueTranslation,
    Prisma.CatalogueTranslationUncheckedCreateInput,
    { mode: Mode; kind: EntryKind; language: Language; translation: Translation }
  >;
  emissionFactors: Table<EmissionFactor, Prisma.EmissionFactorUncheckedCreateInput, { mode: Mode }>;
}
