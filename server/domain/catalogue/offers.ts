import { type Expression, sql } from "kysely";
import type { AccountContext, Mode } from "#core/context";
import type { Sql } from "#core/db";
import { invalid, Problem } from "#core/errors";
import { type Params, queriesOn } from "#core/query";
import { type AccountTables, archivedSubaccount } from "#domain/accounts";
import { type Channel, pricePerTonne } from "./price-rules";
import type { CatalogueTables } from "./tables";

const query = queriesOn<AccountTables & CatalogueTables>();

interface OfferQuery {
  accountId: string;
  mode: Mode;
  portfolioId: string | null;
  subaccountId: string | null;
  defaultPortfolioId: string | null;
}

const portfolioColumns = [
  "p.id as portfolioId",
  "p.splitPortfolioId",
  "p.apiPricePerTonne as apiPrice",
  "p.apiRoundedFrom",
  "p.checkoutPricePerTonne as checkoutPrice",
  "p.checkoutRoundedFrom",
  "ap.apiPricePerTonne as accountApiPrice",
  "ap.checkoutPricePerTonne as accountCheckoutPrice",
] as const;

const findPortfolio = query("catalogue-find-offer", (db, offer: Params<OfferQuery>) =>
  db
    .with("chosen", (qb) =>
      qb
        .selectFrom("catalogues as catalogue")
        .leftJoin("subaccounts as s", (join) =>
          join
            .on("s.accountId", "=", offer.accountId)
            .on("s.id", "=", sql<string>`${offer.subaccountId}`),
        )
        .where("catalogue.mode", "=", offer.mode)
        .select((eb) => [
          eb.fn
            .coalesce(
              offer.portfolioId,
              "s.defaultPortfolioId",
              offer.defaultPortfolioId,
              "catalogue.defaultPortfolioId",
            )
            .as("portfolioId"),
          eb("s.id", "is not", null).$castTo<boolean>().as("subaccountExists"),
          "s.archivedAt as subaccountArchivedAt",
        ]),
    )
    .selectFrom("chosen")
    .leftJoin("portfolios as p", (join) =>
      join
        .on("p.mode", "=", offer.mode)
        .onRef("p.id", "=", "chosen.portfolioId")
        .on((eb) => eb.or([eb("p.accountId", "is", null), eb("p.accountId", "=", offer.accountId)]))
        .on("p.archivedAt", "is", null),
    )
    .leftJoin("accountPrices as ap", (join) =>
      join.on("ap.accountId", "=", offer.accountId).onRef("ap.portfolioId", "=", "p.id"),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("portfolioAllocations as a")
          .innerJoin("projectCategories as c", (join) =>
            join.onRef("c.mode", "=", "a.mode").onRef("c.id", "=", "a.categoryId"),
          )
          .select((part) => {
            const inOrder = (value: Expression<number>) =>
              part.fn.agg<number[]>("array_agg", [value]).orderBy("a.startMillionths");
            return [
              inOrder(part("a.endMillionths", "-", part.ref("a.startMillionths"))).as("millionths"),
              inOrder(part.ref("c.apiPricePerTonne")).as("apiParts"),
              inOrder(part.ref("c.checkoutPricePerTonne")).as("checkoutParts"),
            ];
          })
          .whereRef("a.mode", "=", "p.mode")
          .whereRef("a.portfolioId", "=", "p.id")
          .as("parts"),
      (join) => join.onTrue(),
    )
    .select(["chosen.subaccountExists", "chosen.subaccountArchivedAt"])
    .select(portfolioColumns)
    .select(["parts.millionths", "parts.apiParts", "parts.checkoutParts"])
    .$narrowType<{ millionths: number[]; apiParts: number[]; checkoutParts: number[] }>(),
);

type OfferRow = Awaited<ReturnType<typeof findPortfolio>>[number];

/** The portfolio that applies, with its prices and parts. */
export async function findOffer(db: Sql, query: OfferQuery): Promise<OfferRow | undefined> {
  const [row] = await findPortfolio(db, query);
  return row;
}

export interface ResolveOffer {
  portfolioId: string | null;
  subaccountId: string | null;
  channel: Channel;
}

export interface Offer {
  portfolioId: string;
  /** Id of a copy that keeps the parts of this price; null if the parts never change. */
  splitPortfolioId: string | null;
  pricePerTonne: number;
}

/**
 * Resolves the requested portfolio, or else the default of the subaccount, the account or the
 * catalogue, and its price.
 * @throws invalid-subaccount; invalid `subaccount_id` if it is archived; invalid `portfolio_id` if
 * it is unknown or not usable
 */
export async function resolveOffer(ctx: AccountContext, input: ResolveOffer): Promise<Offer> {
  const { account } = ctx;
  const row = await findOffer(ctx.db, {
    accountId: account.id,
    mode: account.mode,
    portfolioId: input.portfolioId,
    subaccountId: input.subaccountId,
    defaultPortfolioId: account.defaultPortfolioId,
  });
  if (input.subaccountId !== null && !row?.subaccountExists) {
    throw new Problem("invalid-subaccount");
  }
  if (row?.subaccountArchivedAt) throw archivedSubaccount();
  if (!row?.portfolioId) {
    throw input.portfolioId === null
      ? invalid("portfolio_id", "is required: the account has no default portfolio", "required")
      : invalid("portfolio_id", "is not a portfolio you may use", "unknown-id");
  }
  const api = input.channel === "api";
  const categoryPrices = api ? row.apiParts : row.checkoutParts;
  return {
    portfolioId: row.portfolioId,
    splitPortfolioId: row.splitPortfolioId,
    pricePerTonne: pricePerTonne({
      ownPrice: api
        ? (row.accountApiPrice ?? row.apiPrice)
        : (row.accountCheckoutPrice ?? row.checkoutPrice),
      roundedFrom: api ? row.apiRoundedFrom : row.checkoutRoundedFrom,
      parts: row.millionths.map((millionths, index) => ({
        millionths,
        amount: categoryPrices[index] ?? 0,
      })),
    }),
  };
}
