// All modules: optional parts of the product, which the core takes as data. Only the lists in this
// folder name them.
import { z } from "zod";
import type { AccountContext } from "#core/context";
import { readSettings } from "#core/env";
import { conflict, invalid, Problem } from "#core/errors";
import type { Reservations } from "#domain/holds";
import { billing as billingModule } from "#modules/billing/module";
import { disclosures } from "#modules/disclosures/module";
import { links } from "#modules/links/module";
import { listeners } from "#modules/listeners/module";
import { mcp } from "#modules/mcp/module";
import type { Api, Billing, Module, ModuleScreen, PublishedLinks } from "#modules/module";
import { notices } from "#modules/notices/module";
import { privacy } from "#modules/privacy/module";
import { reports } from "#modules/reports/module";
import { reservations as reservationsModule } from "#modules/reservations/module";
import { statements } from "#modules/statements/module";

const all: readonly Module[] = [
  disclosures,
  links,
  listeners,
  mcp,
  notices,
  privacy,
  reservationsModule,
  statements,
  reports,
  billingModule,
];
const names = all.map(({ name }) => name);

const { current: settings } = readSettings(
  z.object({
    CT_MODULES: z
      .string()
      .default(names.join(","))
      .transform((list) => (list === "none" ? [] : list.split(",").map((name) => name.trim())))
      .refine(
        (list) => list.every((name) => names.includes(name)),
        `must be none, or names from ${names.join(", ")}, separated by commas`,
      ),
  }),
);

/** Those that this installation uses. */
export const modules = all.filter(({ name }) => settings.CT_MODULES.includes(name));

/** Returns true if this installation uses the module. */
export function isUsed(name: string): boolean {
  return modules.some((module) => module.name === name);
}

const noBilling: Billing = {
  charge: async () => {
    throw new Problem("payment-required", {
      detail:
        "This installation charges no account for orders. Ask us to change your billing terms.",
    });
  },
  credit: async () => undefined,
  findLimit: async () => null,
  setLimit: async () => {
    throw conflict(
      "This installation charges no account for orders",
      "Choose the terms “billed elsewhere”, or use the module billing.",
    );
  },
  findInvoices: async () => [],
};

export const billing = modules.find((module) => module.billing)?.billing ?? noBilling;

const noLinks: PublishedLinks = { find: async () => null, findOfPortfolio: async () => null };

export const publishedLinks =
  modules.find((module) => module.publishedLinks)?.publishedLinks ?? noLinks;

const refuseReservation = async () => {
  throw invalid("reservation_id", "is not a reservation of yours", "unknown-id");
};
const noReservations: Reservations = { findUsable: refuseReservation, take: refuseReservation };

export const reservations =
  modules.find((module) => module.reservations)?.reservations ?? noReservations;

/** The tabs of the dashboard that modules offer to the account, or to one of its subaccounts. */
export async function listModuleScreens(
  ctx: AccountContext,
  input: { subaccountId: string | null },
): Promise<ModuleScreen[]> {
  const screens = modules.flatMap(({ screens = [] }) => screens);
  const offered = await Promise.all(
    screens.map(async ({ isOffered, ...screen }) =>
      !isOffered || (await isOffered(ctx, input)) ? [screen] : [],
    ),
  );
  return offered.flat();
}

/** Addresses of modules by path. */
export const moduleAddresses = new Map(
  modules.flatMap(({ address }) => (address ? [[address.path, address]] : [])),
);

/** Handles a request to a module's address. */
export async function serveAddress(request: Request, api: Api): Promise<Response> {
  const address = moduleAddresses.get(new URL(request.url).pathname);
  const handle = await address?.open(api);
  return handle ? handle(request) : new Response(null, { status: 404 });
}
