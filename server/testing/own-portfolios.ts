import { database } from "#core/db";
import { CreatePortfolio, createPortfolio, updatePortfolio } from "#domain/catalogue";
import { archivePortfolio } from "#domain/checkout";
import { getOrder } from "#domain/orders";
import { contextOf, type makeAccount, type makeStock } from "#testing/factories";
import { placeOrder } from "#testing/place-order";

export type Stock = Awaited<ReturnType<typeof makeStock>>;
export type Owner = Awaited<ReturnType<typeof makeAccount>>;
type Part = ReturnType<typeof part>;

export const part = ({ tag }: Stock, fraction: number) => ({
  category_id: `cat_${tag}`,
  allocated_fraction: fraction,
});
const input = (...parts: Part[]) =>
  CreatePortfolio.parse({ name: "Ours", category_allocations: parts });

export const createOwnPortfolio = ({ account }: Owner, ...parts: Part[]) =>
  database().transaction((db) => createPortfolio({ ...contextOf(account), db }, input(...parts)));
export const updateOwnPortfolio = ({ account }: Owner, id: string, ...parts: Part[]) =>
  database().transaction((db) =>
    updatePortfolio({ ...contextOf(account), db }, { ...input(...parts), id }),
  );
export const archiveOwnPortfolio = ({ account }: Owner, id: string) =>
  database().transaction((db) => archivePortfolio({ ...contextOf(account), db }, { id }));
export const placeFromPortfolio = ({ account }: Owner, portfolioId: string) =>
  placeOrder(contextOf(account), {
    amount_kg: 1000,
    portfolio_id: portfolioId,
    subaccountId: null,
  });

/** Kg retired for the order, by project. */
export async function retiredKgByProject({ account }: Owner, id: string) {
  const { allocations } = await getOrder(contextOf(account), { id });
  return Object.fromEntries(allocations.map(({ project, amountKg }) => [project.id, amountKg]));
}
