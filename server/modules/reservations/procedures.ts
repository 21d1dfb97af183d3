import { z } from "zod";
import type { AccountContext } from "#core/context";
import { amountColumns, type Columns, csvPage, fields } from "#core/csv";
import { moneyOf } from "#core/money";
import { PageQuery, pageResource } from "#core/page";
import { text } from "#core/text";
import { findPortfolioNames } from "#domain/catalogue";
import { presents } from "#trpc/calls";
import { ExportInput, placeAfter } from "#trpc/csv";
import { forAdmin, forViewer, IdInput, router } from "#trpc/procedures";
import { getReservationSums } from "./reservation-sums";
import { getReservation, listReservations, releaseReservation } from "./reservations";
import { type ReservationResource, toReservationResource } from "./resource";

/** For people who are limited to one subaccount. */
const reservation = {
  name: "reservation",
  subaccountOf: async (ctx: AccountContext, object: { id: string }) =>
    (await getReservation(ctx, object)).subaccountId,
};

const OfSubaccount = z.strictObject({ subaccount_id: text(255, 1).optional() });

export const reservationsRouter = router({
  list: forViewer
    .meta({ forLimited: "filter" })
    .input(PageQuery.extend(OfSubaccount.shape))
    .query(async ({ ctx, input: { subaccount_id: subaccountId = null, ...page } }) =>
      pageResource(await listReservations(ctx, { ...page, subaccountId }), toReservationResource),
    ),

  /** Count of all reservations, and sums of those that are held and used. */
  totals: forViewer
    .meta({ forLimited: "filter" })
    .input(OfSubaccount)
    .query(async ({ ctx, input: { subaccount_id: subaccountId = null } }) => {
      const { reservations, isCapped, sums } = await getReservationSums(ctx, { subaccountId });
      const sumOf = (state: ReservationResource["state"]) => {
        const sum = sums?.find((row) => row.state === state);
        return { amount_kg: sum?.amountKg ?? 0, price: sum?.price ?? 0 };
      };
      const byState = { held: sumOf("held"), used: sumOf("used") };
      const { currency } = ctx.account;
      return { count: reservations, is_capped: isCapped, currency, sums: sums && byState };
    }),

  /** Gives reserved credits back before the reservation expires. */
  release: forAdmin
    .meta({ forLimited: reservation })
    .input(IdInput)
    .mutation(presents(releaseReservation, toReservationResource)),
});

type Exported = ReservationResource & { portfolioName: string | null };

const columns: Columns<Exported> = {
  ...fields("id", "created_on", "expires_on", "state", "channel", "amount_kg"),
  currency: ({ currency }) => currency.toUpperCase(),
  ...amountColumns<Exported>("price", (row) => moneyOf(row, row.price)),
  ...amountColumns<Exported>("price_per_tonne", (row) => moneyOf(row, row.price_per_tonne)),
  ...fields("portfolio_id", "portfolioName", "subaccount_id"),
  ...fields("order_id", "checkout_session_id"),
};

export const exportReservations = forViewer
  .meta({ forLimited: "filter" })
  .input(ExportInput.extend(OfSubaccount.shape))
  .query(async ({ ctx, input: { after, subaccount_id: subaccountId = null } }) => {
    const page = await listReservations(ctx, { ...placeAfter(after), subaccountId });
    const ids = page.data.map(({ portfolioId }) => portfolioId);
    const names = await findPortfolioNames(ctx, { ids });
    const data = page.data.map((row) => ({
      ...toReservationResource(row),
      portfolioName: names.get(row.portfolioId) ?? null,
    }));
    return csvPage({ data, hasMore: page.hasMore }, columns);
  });
