// The look-ups on the way of every quote and order, of the price and of the factor: one round trip.
import { type Expression, sql } from "kysely";
import type { Mode } from "#core/context";
import type { Sql } from "#core/db";
import { type Params, queriesOn } from "#core/query";
import type { AccountTables } from "#domain/accounts";
import type { CatalogueTables } from "#domain/catalogue";

const query = queriesOn<AccountTables & CatalogueTables>();

interface OfferAsked {
  accountId: string;
  mode: Mode;
  portfolioId: string | null;
  subaccountId: string | null;
  defaultPortfolioId: string | null;
}

const findPortfolio = query("pricing-find-offer", (db, asked: Params<OfferAsked>) =>
  db
    .with("chosen", (qb) =>
      qb
        .selectFrom(sql<object>`(VALUES (1))`.as("one"))
        .leftJoin("subaccounts as s", (join) =>
          join
            .on("s.accountId", "=", asked.accountId)
            .on("s.id", "=", sql<string>`${asked.subaccountId}`),
        )
        .select((eb) => [
          eb.fn
            .coalesce(asked.portfolioId, "s.defaultPortfolioId", asked.defaultPortfolioId)
            .as("portfolioId"),
          eb("s.id", "is not", null).$castTo<boolean>().as("subaccountFound"),
        ]),
    )
    .selectFrom("chosen")
    .leftJoin("portfolios as p", (join) =>
      join
        .on("p.mode", "=", asked.mode)
        .onRef("p.id", "=", "chosen.portfolioId")
        .on((eb) => eb.or([eb("p.accountId", "is", null), eb("p.accountId", "=", asked.accountId)]))
        .on("p.archivedAt", "is", null),
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
              inOrder(part.ref("c.apiPricePerKgUsdCents")).as("apiParts"),
              inOrder(part.ref("c.checkoutPricePerKgUsdCents")).as("checkoutParts"),
            ];
          })
          .whereRef("a.mode", "=", "p.mode")
          .whereRef("a.portfolioId", "=", "p.id")
          .as("parts"),
      (join) => join.onTrue(),
    )
    .select(["chosen.subaccountFound", "p.id as portfolioId", "p.splitPortfolioId"])
    .select([
      "p.apiPricePerKgUsdCents as apiCents",
      "p.checkoutPricePerKgUsdCents as checkoutCents",
    ])
    .select(["parts.millionths", "parts.apiParts", "parts.checkoutParts"])
    .$narrowType<{ millionths: number[]; apiParts: number[]; checkoutParts: number[] }>(),
);

type OfferRow = Awaited<ReturnType<typeof findPortfolio>>[number];

/** The portfolio that applies, with what makes its price. */
export async function findOffer(db: Sql, asked: OfferAsked): Promise<OfferRow | undefined> {
  const [row] = await findPortfolio(db, asked);
  return row;
}

interface FactorAsked {
  mode: Mode;
  activity: string;
  distanceKm: number;
}

const findFactor = query("pricing-find-factor", (db, asked: Params<FactorAsked>) =>
  db
    .selectFrom("emissionFactors")
    .select("kgCo2ePerUnit")
    .where("mode", "=", asked.mode)
    .where("activity", "=", asked.activity)
    .where("fromDistanceKm", "<=", sql<number>`${asked.distanceKm}::float8`)
    .orderBy("fromDistanceKm", "desc")
    .limit(1),
);

/**
 * The factor imported for the activity at the distance. Null where none was imported: an import
 * names a step from 0 km on.
 */
export async function findImportedKgPerUnit(db: Sql, asked: FactorAsked): Promise<number | null> {
  const [row] = await findFactor(db, asked);
  return row?.kgCo2ePerUnit ?? null;
}
