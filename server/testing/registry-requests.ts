// Credits whose registry the tests serve: sales, and requests for their retirement.

import { database } from "#core/db";
import { setPolicy } from "#domain/evidence";
import { contextOf, importFile, makeAccount, matchAll, systemContext } from "#testing/factories";
import type { FakeIsometric } from "#testing/fake-isometric/server";
import { placeOrder } from "#testing/place-order";

const db = () => database().prisma;
let count = 0;

/** Puts credits of a registry on sale and sells some of them for each of these kg. */
export async function sellCredits(
  fake: FakeIsometric,
  registryName: string,
  kgs: readonly number[],
) {
  count += 1;
  const tag = `${process.pid}${count}`;
  const tonnes = 100;
  const serials =
    registryName === "Isometric"
      ? `iss_1T${tag.padStart(14, "0")}`
      : `${tag}-1-${tonnes}-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-1`;
  fake.books.issue(serials, [60_000, 40_000]);
  const id = `prj_${tag}`;
  const prices = { api_price_per_kg_usd_cents: 2, checkout_price_per_kg_usd_cents: 3 };
  await importFile({
    mode: "test",
    projects: [{ id, name: id, registry_name: registryName, registry_id: `R${tag}` }],
    project_categories: [
      { id: `cat_${tag}`, name: tag, ...prices, projects: [{ project_id: id, weight: 1 }] },
    ],
    portfolios: [
      {
        id: `pf_${tag}`,
        name: tag,
        category_allocations: [{ category_id: `cat_${tag}`, allocated_fraction: 1 }],
      },
    ],
    credit_lots: [
      {
        id: `lot_${tag}`,
        project_id: id,
        vintage_year: 2024,
        quantity_kg: tonnes * 1000,
        serial_number_range: serials,
      },
    ],
  });
  const { account } = await makeAccount();
  const ids: string[] = [];
  for (const amount_kg of kgs) {
    const beneficiary = { name: `Customer ${ids.length}`, message: null, url: null };
    const input = { amount_kg, portfolio_id: `pf_${tag}`, beneficiary, subaccountId: null };
    const order = await placeOrder(contextOf(account), input);
    ids.push(order.id);
  }
  await matchAll();
  return ids;
}

/** Lets test mode's credits of Isometric be retired through its adapter. */
export async function useIsometric() {
  await database().transaction((tx) =>
    setPolicy(
      { ...systemContext(), db: tx },
      {
        mode: "test",
        registry: "isometric",
        timing: "after_sale",
        retireWithinDays: 0,
        poolText: "customers of Northly",
        adapter: "isometric",
        organizationId: null,
      },
    ),
  );
}

export const openRequests = () =>
  db().registryRequest.findMany({ where: { isOpen: true, adapter: { not: "manual" } } });

/** Lets this time pass for all open requests. */
export async function elapse(ms: number) {
  for (const { mode, id, sentAt } of await openRequests()) {
    await db().registryRequest.update({
      where: { mode_id: { mode, id } },
      data: {
        nextPollAt: new Date(Date.now() - 1),
        sentAt: sentAt && new Date(sentAt.getTime() - ms),
      },
    });
  }
}
