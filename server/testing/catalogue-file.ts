import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { database } from "#core/db";
import { type FieldErrors, Problem } from "#core/errors";

const makeCategories = (tag: string) => [
  {
    id: `cat_${tag}_1`,
    name: "One",
    api_price_per_kg_usd_cents: 2,
    checkout_price_per_kg_usd_cents: 3,
    projects: [
      { project_id: `prj_${tag}_a`, weight: 1 },
      { project_id: `prj_${tag}_b`, weight: 0.5 },
    ],
  },
  {
    id: `cat_${tag}_2`,
    name: "Two",
    api_price_per_kg_usd_cents: 4,
    checkout_price_per_kg_usd_cents: 5,
    projects: [{ project_id: `prj_${tag}_b`, weight: 1 }],
  },
];

const makeLots = (tag: string) => [
  {
    id: `lot_${tag}_a`,
    project_id: `prj_${tag}_a`,
    vintage_year: 2022,
    quantity_kg: 425_000,
    serial_number_range: `${tag}-1-425`,
  },
  {
    id: `lot_${tag}_b`,
    project_id: `prj_${tag}_b`,
    vintage_year: 2021,
    quantity_kg: 2_710_062,
    serial_number_range: `iss_${tag}`,
    retirement_url: null as string | null,
  },
];

const factors = [
  {
    activity: "train",
    unit: "passenger_km",
    kg_co2e_per_unit: 0.03546,
    source: "DESNZ",
    edition: "2025",
  },
];

/** Returns a file with every kind of entry, under unique ids. */
export function makeFile() {
  const tag = randomUUID().slice(0, 8);
  const projects = [
    {
      id: `prj_${tag}_a`,
      name: "A",
      un_sdg_goals: [13, 15],
      lifetime: { start_year: 2020, end_year: 2030 },
      credit_issuances: [{ vintage_year: 2022, total_amount: 5000.5 }],
    },
    { id: `prj_${tag}_b`, name: "B", location_latitude: 47.6 },
  ];
  const allocations = [
    { category_id: `cat_${tag}_1`, allocated_fraction: 0.35 },
    { category_id: `cat_${tag}_2`, allocated_fraction: 0.65 },
  ];
  return {
    tag,
    file: {
      mode: "test",
      projects,
      project_categories: makeCategories(tag),
      portfolios: [{ id: `pf_${tag}`, name: "Portfolio", category_allocations: allocations }],
      credit_lots: makeLots(tag),
      emission_factors: factors,
    },
  };
}

/** Returns all rows that an import may write. */
export async function importedRows() {
  const { prisma } = database();
  return [
    await prisma.project.findMany(),
    await prisma.projectCategory.findMany(),
    await prisma.categoryProject.findMany(),
    await prisma.portfolio.findMany(),
    await prisma.portfolioAllocation.findMany(),
    await prisma.creditLot.findMany(),
    await prisma.emissionFactor.findMany(),
    await prisma.catalogue.findMany(),
    await prisma.auditEntry.findMany(),
  ];
}

/** Errors of an import that must be rejected. */
export async function errorsOf(importing: Promise<unknown>): Promise<FieldErrors> {
  const refusal: unknown = await importing.catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Problem);
  return refusal instanceof Problem ? (refusal.errors ?? {}) : {};
}
