import { type Expression, type QueryCreator, sql } from "kysely";
import type { AccountContext, Mode } from "#core/context";
import type { Sql } from "#core/db";
import { invalid, Problem } from "#core/errors";
import { type Currency, rulesOf } from "#core/money";
import { type Params, queriesOn } from "#core/query";
import { type AccountTables, archivedSubaccount } from "#domain/accounts";
import { type Channel, pricePerTonne, type UnitPrice } from "./price-rules";
import type { CatalogueTables } from "./tables";

type Tables = AccountTables & CatalogueTables;
const query = queriesOn<Tables>();

interface OfferQuery {
  accountId: string;
  mode: Mode;
  currency: Currency;
  portfolioId: string | null;
  subaccountId: string | null;
  defaultPortfolioId: string | null;
}

const portfolioColumns = [
  "p.id as portfolioId",
  "p.splitPortfolioId",
  "pp.apiPricePerTonne as apiPrice",
  "pp.checkoutPricePerTonne as checkoutPrice",
  "ap.apiPricePerTonne as accountApiPrice",
  "ap.checkoutPricePerTonne as accountCheckoutPrice",
] as const;

/** The portfolio that applies: the requested one, or else the first default. */
const choosePortfolio = (db: QueryCreator<Tables>, offer: Params<OfferQuery>) =>
  db
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
    ]);

const findPortfolio = query("catalogue-find-offer", (db, offer: Params<OfferQuery>) =>
  db
    .with("chosen", (qb) => choosePortfolio(qb, offer))
    .selectFrom("chosen")
    .leftJoin("portfolios as p", (join) =>
      join
        .on("p.mode", "=", offer.mode)
        .onRef("p.id", "=", "chosen.portfolioId")
        .on((eb) => eb.or([eb("p.accountId", "is", null), eb("p.accountId", "=", offer.accountId)]))
        .on("p.archivedAt", "is", null),
    )
    .leftJoin("portfolioPrices as pp", (join) =>
      join
        .onRef("pp.mode", "=", "p.mode")
        .onRef("pp.portfolioId", "=", "p.id")
        .on("pp.currency", "=", offer.currency),
    )
    .leftJoin("accountPrices as ap", (join) =>
      join.on("ap.accountId", "=", offer.accountId).onRef("ap.portfolioId", "=", "p.id"),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("portfolioAllocations as a")
          .leftJoin("categoryPrices as c", (join) =>
            join
              .onRef("c.mode", "=", "a.mode")
              .onRef("c.categoryId", "=", "a.categoryId")
              .on("c.currency", "=", offer.currency),
          )
          .select((part) => {
            const inOrder = <Value extends number | null>(value: Expression<Value>) =>
              part.fn.agg<Value[]>("array_agg", [value]).orderBy("a.startMillionths");
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
    .$narrowType<Record<"apiParts" | "checkoutParts", (number | null)[]>>()
    .$narrowType<{ millionths: number[] }>(),
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

export interface Offer extends UnitPrice {
  portfolioId: string;
  /** Id of a copy that keeps the parts of this price; null if the parts never change. */
  splitPortfolioId: string | null;
  currency: Currency;
}

/**
 * Resolves the requested portfolio, or else the default of the subaccount, the account or the
 * catalogue, and its price.
 * @throws invalid-subaccount; invalid `subaccount_id` if it is archived; invalid `portfolio_id` if
 * it is unknown or not usable, or has no price in the account's currency
 */
export async function resolveOffer(ctx: AccountContext, input: ResolveOffer): Promise<Offer> {
  const { account } = ctx;
  const row = await findOffer(ctx.db, {
    accountId: account.id,
    mode: account.mode,
    currency: account.currency,
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
  const { currency } = account;
  const price = pricePerTonne({
    ownPrice: api
      ? (row.accountApiPrice ?? row.apiPrice)
      : (row.accountCheckoutPrice ?? row.checkoutPrice),
    parts: row.millionths.map((millionths, index) => ({
      millionths,
      amount: categoryPrices[index] ?? null,
    })),
  });
  if (price === null) {
    throw invalid("portfolio_id", `has no price in ${currency.toUpperCase()}`, "not-allowed");
  }
  return {
    portfolioId: row.portfolioId,
    splitPortfolioId: row.splitPortfolioId,
    currency,
    pricePerTonne: price,
    priceStep: rulesOf(currency).step,
  };
}
