// Permits a change of a portfolio to the account whose it is, and to one change at a time.
import type { AccountContext } from "#core/context";
import { forbidden, notFound } from "#core/errors";
import { getPortfolio } from "./get-portfolio";
import { lockOwn } from "./portfolio-store";
import type { PortfolioWithAllocations } from "./resource";

/** The account's own portfolio, held until the transaction ends. @throws not-found; forbidden */
export async function requireOwnPortfolio(
  ctx: AccountContext,
  input: { id: string },
): Promise<PortfolioWithAllocations> {
  const { id } = input;
  const { accountId } = await getPortfolio(ctx, { id });
  if (accountId === null) {
    throw forbidden(
      "This portfolio is offered to all accounts",
      "Only the operator changes it. Build one of your own in its place.",
    );
  }
  if (!(await lockOwn(ctx, id))) throw notFound("portfolio");
  return getPortfolio(ctx, { id });
}
