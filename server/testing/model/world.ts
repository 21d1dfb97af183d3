// The real installation to compare with the model: accounts, a catalogue, a bank, a receiver.
import { setTimeout as sleep } from "node:timers/promises";
import { closeDatabase } from "#core/db";
import { withClient } from "#core/db-client";
import { providers } from "#gateways/payments";
import { type ApiResponse, call } from "#testing/api";
import { importFile, makeAccount } from "#testing/factories";
import { catalogueFile, categoryEntry } from "#testing/world/catalogue";
import { type Outside, openOutside } from "#testing/world/outside";
import { type Interleaver, openInterleaver } from "./interleave";
import type { Category, Lot, Till } from "./till";

/** Parts that outlive a sequence: the fakes, and the database proxy. */
export interface Surroundings extends Outside {
  statements: Interleaver;
  close(): Promise<void>;
}

export interface World extends Surroundings {
  accounts: { id: string; token: string }[];
  /** Event ids by order, as last listed. */
  eventIds: Map<string, string>;
  /** Credits of fulfilled orders, which never change. */
  details: Map<string, string>;
}

/** Database URL without the proxy. */
let direct = "";

export async function openSurroundings(): Promise<Surroundings> {
  direct = process.env["DATABASE_URL"] ?? "";
  const [outside, statements] = await Promise.all([openOutside(), openInterleaver(direct)]);
  await outside.bank.bookAtOnce();
  await closeDatabase();
  process.env["DATABASE_URL"] = statements.url;
  providers.stripe.settings.current = outside.bank.settings;
  return {
    ...outside,
    statements,
    async close() {
      await closeDatabase();
      process.env["DATABASE_URL"] = direct;
      statements.close();
      providers.stripe.settings.current = null;
      await outside.closeOutside();
    },
  };
}

/** Runs SQL on a connection that is not the till's. */
export function runSql(text: string, values: unknown[] = []): Promise<unknown[]> {
  return withClient(direct, async (client) => (await client.query(text, values)).rows);
}

/** Terminates all database connections, as a crash would; the next use opens new ones. */
export async function restart(): Promise<void> {
  await runSql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`);
  await closeDatabase().catch(() => undefined);
  // The disconnects arrive a moment later.
  await sleep(1);
}

/** Empties the database, quickly if the role may disable constraint checks. */
async function empty(): Promise<void> {
  const tables = (await runSql(`SELECT quote_ident(tablename) AS name FROM pg_tables
    WHERE schemaname = 'public' AND tablename NOT IN ('_prisma_migrations', 'catalogues')`)) as {
    name: string;
  }[];
  const names = tables.map(({ name }) => name);
  const renew = "UPDATE catalogues SET default_portfolio_id = NULL, stock_version = 1";
  const quickly = names.map((name) => `DELETE FROM ${name}`).join(";");
  await runSql(`BEGIN; SET LOCAL session_replication_role = replica; ${renew}; ${quickly}; COMMIT`)
    // Only a superuser may do that; TRUNCATE takes a second.
    .catch(async () => {
      await runSql(`${renew}; TRUNCATE ${names.join(", ")}`);
    });
}

export function entryOf({ projects, ...category }: Category) {
  const weights = projects.map(({ id, weight }) => [id, weight] as const);
  return categoryEntry({ ...category, projects: Object.fromEntries(weights) });
}

/** Verra's project number. */
export const numberOf = (projectId: string) => 1000 + projectId.charCodeAt(projectId.length - 1);

export function serialsOf(lot: Pick<Lot, "projectId" | "vintage" | "first" | "last">): string {
  const { projectId, vintage, first, last } = lot;
  const project = numberOf(projectId);
  const parts = `VCS-VCU-1507-VER-ET-14-${project}-0101${vintage}-3112${vintage}-1`;
  return `${project}-${first}-${last}-${parts}`;
}

export function lotEntry(lot: Lot) {
  return {
    id: lot.id,
    project_id: lot.projectId,
    vintage_year: lot.vintage,
    quantity_kg: (lot.last - lot.first + 1) * 1000,
    serial_number_range: serialsOf(lot),
    retirement_url: null,
  };
}

export const PROJECTS = ["prj_a", "prj_b", "prj_c"];

const firstLots: Lot[] = PROJECTS.map((projectId, index) => {
  const root = { id: `lot_first_${projectId}`, first: 10 * index + 1, last: 10 * index + 2 };
  return { ...root, root, projectId, vintage: 2021, arrived: 1, soldKg: 0, state: "on_sale" };
});

/** The initial shop. One project is in both categories. */
function newTill(): Till {
  return {
    categories: [
      {
        ...{ id: "cat_x", apiPrice: 2000, checkoutPrice: 2650 },
        projects: [
          { id: "prj_a", weight: 1 },
          { id: "prj_b", weight: 2 },
        ],
      },
      {
        ...{ id: "cat_y", apiPrice: 5001, checkoutPrice: 7000 },
        projects: [
          { id: "prj_b", weight: 1 },
          { id: "prj_c", weight: 1 },
        ],
      },
    ],
    portfolios: [
      {
        id: "pf_mixed",
        parts: [
          { categoryId: "cat_x", millionths: 600_000 },
          { categoryId: "cat_y", millionths: 400_000 },
        ],
      },
      { id: "pf_plain", parts: [{ categoryId: "cat_x", millionths: 1_000_000 }] },
    ],
    lots: structuredClone(firstLots),
    ...{ orders: [], sessions: [], events: [], subaccounts: [], keys: [] },
    ...{ notices: [], named: [], inProgress: [], nextSerial: 101, nextHold: 1 },
  };
}

/** Opens two accounts and a catalogue, and returns them with their model. */
export async function openWorld(surroundings: Surroundings): Promise<{ till: Till; world: World }> {
  await empty();
  await surroundings.forget();
  const till = newTill();
  const portfolios = till.portfolios.map(({ id, parts }) => {
    const fractions = parts.map((part) => [part.categoryId, part.millionths / 1_000_000] as const);
    return [id, Object.fromEntries(fractions)] as const;
  });
  const lots = firstLots.map(lotEntry);
  const file = catalogueFile({ categories: [], portfolios: Object.fromEntries(portfolios), lots });
  await importFile({
    ...file,
    projects: PROJECTS.map((id) => ({ id, name: id })),
    project_categories: till.categories.map(entryOf),
    default_portfolio_id: "pf_mixed",
  });
  const created = [await makeAccount(), await makeAccount()];
  const accounts = created.map(({ account, token }) => ({ id: account.id, token }));
  const caches = { eventIds: new Map<string, string>(), details: new Map<string, string>() };
  return { till, world: { ...surroundings, accounts, ...caches } };
}

interface ApiRequest {
  account: number;
  method: string;
  path: string;
  body?: unknown;
  subaccountId?: string | null;
  key?: string | null;
}

/** Sends one request with an account's key. */
export function callAs(world: World, request: ApiRequest): Promise<ApiResponse> {
  const { account, method, path, body, subaccountId, key } = request;
  return call(method, path, {
    key: world.accounts[account]?.token ?? null,
    ...(body !== undefined && { body }),
    headers: {
      ...(subaccountId && { "x-subaccount-id": subaccountId }),
      ...(key && { "idempotency-key": key }),
    },
  });
}
