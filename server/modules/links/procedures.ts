import { encodeQR } from "qr";
import { amountColumns, type Columns, csvPage } from "#core/csv";
import { type Currency, moneyOf } from "#core/money";
import { PageQuery, pageResource } from "#core/page";
import { getSubaccount } from "#domain/accounts";
import { findPortfolioNames } from "#domain/catalogue";
import { type LinkSums, sumAllSessionsOfLinks, sumSessionsOfLinks } from "#domain/checkout";
import { ExportInput, placeAfter } from "#trpc/csv";
import { forAdmin, forViewer, IdInput, Opened, router } from "#trpc/procedures";
import {
  countPaymentLinks,
  createPaymentLink,
  getPaymentLink,
  listPaymentLinks,
  setPaymentLinkState,
  updatePaymentLink,
} from "./payment-links";
import { buyUrl, type PaymentLinkResource, toPaymentLinkResource } from "./resource";
import { CreatePaymentLink, UpdatePaymentLink } from "./schema";

const toSums = ({ sessions, paid }: LinkSums, currency: Currency) => ({
  sessions,
  paid: {
    sessions: paid.sessions,
    amount_kg: paid.amountKg,
    currency,
    amount: paid.amount,
    refunded: paid.refunded,
  },
});

export const linksRouter = router({
  list: forViewer.input(PageQuery).query(async ({ ctx, input }) => {
    const page = await listPaymentLinks(ctx, input);
    const sumsOf = await sumSessionsOfLinks(ctx, { ids: page.data.map(({ id }) => id) });
    return pageResource(page, (link) => ({
      ...toPaymentLinkResource(link),
      sums: toSums(sumsOf(link.id), ctx.account.currency),
    }));
  }),

  /** Count of all links, and sums of the sessions that customers opened from them. */
  totals: forViewer.query(async ({ ctx }) => {
    const sums = await sumAllSessionsOfLinks(ctx);
    return {
      count: await countPaymentLinks(ctx),
      is_capped: false,
      sums: sums && toSums(sums, ctx.account.currency),
    };
  }),

  get: forViewer.input(IdInput).query(async ({ ctx, input }) => {
    const link = await getPaymentLink(ctx, input);
    const { id, portfolioId, subaccountId } = link;
    const sumsOf = await sumSessionsOfLinks(ctx, { ids: [id] });
    const names = await findPortfolioNames(ctx, { ids: portfolioId === null ? [] : [portfolioId] });
    const subaccount =
      subaccountId === null ? null : await getSubaccount(ctx, { id: subaccountId });
    return {
      ...toPaymentLinkResource(link),
      sums: toSums(sumsOf(id), ctx.account.currency),
      portfolio_name: portfolioId === null ? null : (names.get(portfolioId) ?? null),
      qr_svg: encodeQR(buyUrl(link.slug), "svg"),
      subaccount: subaccount && { id: subaccount.id, name: subaccount.name },
    };
  }),

  create: forAdmin
    .input(CreatePaymentLink)
    .mutation(async ({ ctx, input }) => toPaymentLinkResource(await createPaymentLink(ctx, input))),

  update: forAdmin
    .input(UpdatePaymentLink.safeExtend({ ...IdInput.shape, opened: Opened }))
    .mutation(async ({ ctx, input: { opened, ...input } }) =>
      toPaymentLinkResource(await updatePaymentLink({ ...ctx, opened }, input)),
    ),

  pause: forAdmin
    .input(IdInput)
    .mutation(async ({ ctx, input: { id } }) =>
      toPaymentLinkResource(await setPaymentLinkState(ctx, { id, state: "paused" })),
    ),

  resume: forAdmin
    .input(IdInput)
    .mutation(async ({ ctx, input: { id } }) =>
      toPaymentLinkResource(await setPaymentLinkState(ctx, { id, state: "active" })),
    ),
});

interface LinkRow extends PaymentLinkResource {
  portfolioName: string | null;
  sums: ReturnType<typeof toSums>;
}

const columns: Columns<LinkRow> = {
  id: (link) => link.id,
  created_on: (link) => link.created_on,
  updated_on: (link) => link.updated_on,
  name: (link) => link.name,
  state: (link) => link.state,
  url: (link) => link.url,
  description: (link) => link.description,
  portfolio_id: (link) => link.portfolio_id,
  portfolio_name: (link) => link.portfolioName,
  subaccount_id: (link) => link.subaccount_id,
  min_kg: (link) => link.min_kg,
  max_kg: (link) => link.max_kg,
  suggested_kg: (link) => link.suggested_kg.join(" "),
  success_url: (link) => link.success_url,
  sessions: ({ sums }) => sums.sessions,
  paid_sessions: ({ sums }) => sums.paid.sessions,
  amount_kg: ({ sums }) => sums.paid.amount_kg,
  currency: ({ sums }) => sums.paid.currency.toUpperCase(),
  ...amountColumns("paid", ({ sums: { paid } }) => moneyOf(paid, paid.amount)),
  ...amountColumns("refunded", ({ sums: { paid } }) => moneyOf(paid, paid.refunded)),
};

export const exportLinks = forViewer.input(ExportInput).query(async ({ ctx, input: { after } }) => {
  const { data, hasMore } = await listPaymentLinks(ctx, placeAfter(after));
  const sumsOf = await sumSessionsOfLinks(ctx, { ids: data.map(({ id }) => id) });
  const names = await findPortfolioNames(ctx, {
    ids: data.flatMap(({ portfolioId }) => portfolioId ?? []),
  });
  const rows = data.map((link) => ({
    ...toPaymentLinkResource(link),
    portfolioName: names.get(link.portfolioId ?? "") ?? null,
    sums: toSums(sumsOf(link.id), ctx.account.currency),
  }));
  return csvPage({ data: rows, hasMore }, columns);
});
