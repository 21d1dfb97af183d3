import { randomUUID } from "node:crypto";
import {
  type Account,
  type AccountContext,
  type Context,
  newContext,
  type Scope,
} from "#core/context";
import { database } from "#core/db";
import type { Currency } from "#core/money";
import { createAccount, createApiKey, setTerms } from "#domain/accounts";
import { matchOrders } from "#domain/matching";
import { type SetMerchantProfile, setMerchantProfile } from "#domain/merchants";
import { importCatalogueFile } from "#domain/registries";
import { billing } from "#modules";

export function systemContext(): Context {
  return newContext({ type: "system", name: "test" });
}

export function contextOf(account: Account): AccountContext {
  return { ...systemContext(), account };
}

/** Matches all placed orders that can be filled. */
export const matchAll = () => matchOrders(systemContext(), { database: database() });

/** Seller details of a live account, complete. */
export const sellerDetails: SetMerchantProfile = {
  legal_name: "Example Stores GmbH",
  address: "Hafenstraße 1\n20457 Hamburg",
  country_code: "DE",
  support_email: "help@stores.example",
  support_url: null,
  terms_url: "https://stores.example/terms",
  privacy_url: "https://stores.example/privacy",
  refund_url: "https://stores.example/refunds",
  tax_id: "DE123456789",
  has_tax_id: true,
  sender_name: null,
  reply_to: null,
  sells_to_consumers: true,
  named_for_customers: false,
  refuses_uncovered: false,
  order_button: null,
};

/** Saves the seller details of the account and its counterpart. */
export function saveSellerDetails(account: Account, changes: Partial<SetMerchantProfile> = {}) {
  const input = { ...sellerDetails, ...changes };
  return database().transaction((db) => setMerchantProfile({ ...contextOf(account), db }, input));
}

/**
 * Creates an account in both modes, with a key for the given mode. A live account has terms, and
 * what a live checkout needs.
 */
export async function makeAccount(
  scope: Scope = "write",
  mode: "live" | "test" = "test",
  currency: Currency = "usd",
) {
  const name = `Account ${randomUUID()}`;
  const { live, test } = await database().transaction(async (db) => {
    const ctx = { ...systemContext(), db };
    const created = await createAccount(ctx, { name, currency });
    const terms = "billed_elsewhere";
    await setTerms(
      { ...ctx, account: created.live },
      { terms, credit_limit: null, limits: billing },
    );
    const live: Account = { ...created.live, terms };
    return { ...created, live };
  });
  const account = mode === "test" ? test : live;
  if (mode === "live") await saveSellerDetails(live);
  const key = await makeKey(account, scope);
  return { live, test, account, ...key };
}

export function makeKey(account: Account, scope: Scope = "write", spendingLimit?: number) {
  const key = { name: "Test", scope, spendingLimit: spendingLimit ?? null };
  return database().transaction((db) => createApiKey({ ...contextOf(account), db }, key));
}

interface Stock {
  mode?: "live" | "test";
  /** Tonnes in each project's only lot. */
  tonnes?: number;
  projects?: string[];
  apiPrice?: number;
}

/**
 * Imports a catalogue under unique ids: a portfolio of one category, and projects with one lot
 * each.
 */
export async function makeStock(stock: Stock = {}) {
  const { mode = "test", tonnes = 100, projects = ["a"], apiPrice = 2 } = stock;
  const tag = randomUUID().slice(0, 8);
  const file = {
    mode,
    projects: projects.map((name) => ({ id: `prj_${tag}_${name}`, ...blankProject, name })),
    project_categories: [
      {
        id: `cat_${tag}`,
        name: "Category",
        description: "A category",
        primary_image_url: null,
        api_price_per_kg_usd_cents: apiPrice,
        checkout_price_per_kg_usd_cents: apiPrice + 1,
        projects: projects.map((name) => ({ project_id: `prj_${tag}_${name}`, weight: 1 })),
      },
    ],
    portfolios: [
      {
        id: `pf_${tag}`,
        name: "Portfolio",
        summary: "A portfolio",
        description: "A portfolio for tests",
        primary_image_url: null,
        api_price_per_kg_usd_cents: null,
        checkout_price_per_kg_usd_cents: null,
        category_allocations: [{ category_id: `cat_${tag}`, allocated_fraction: 1 }],
      },
    ],
    credit_lots: projects.map((name) => ({
      id: `lot_${tag}_${name}`,
      project_id: `prj_${tag}_${name}`,
      vintage_year: 2022,
      quantity_kg: tonnes * 1000,
      serial_number_range: `TST-${tag}-${name}-1-${tonnes}`,
      retirement_url: null,
    })),
  };
  await importFile(file);
  return { tag, portfolioId: `pf_${tag}`, lotIds: file.credit_lots.map((lot) => lot.id), file };
}

export function importFile(file: unknown) {
  return database().transaction((db) =>
    importCatalogueFile({ ...systemContext(), db }, { file, confirmPrices: true }),
  );
}

const blankProject = {
  type: "Reforestation",
  summary: "Trees",
  description: "Many trees",
  developer: "Trees Ltd",
  location_name: "Nowhere",
  location_latitude: 1.5,
  location_longitude: -2.5,
  primary_image_url: null,
  registry_name: "Test Registry",
  // A date column, which Prisma and SQL read as different types.
  crediting_period: { start: "2020-01-01", end: "2029-12-31" },
  registry_id: "TST1",
  registry_url: null,
  un_sdg_goals: [13],
  activity_types: [],
  methodology: null,
  verifier: null,
  permanence: null,
  lifetime: null,
  impact_type: null,
  due_diligence: null,
  beyond_carbon: null,
  risk_of_reversal: null,
  third_party_labels: [],
  credit_issuances: [],
};
