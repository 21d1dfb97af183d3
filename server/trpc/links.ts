import { encodeQR } from "qr";
import { PageQuery, pageResource } from "#core/page";
import { getSubaccount } from "#domain/accounts";
import { findPortfolioNames } from "#domain/catalogue";
import { type LinkSums, sumSessionsOfLinks } from "#domain/checkout";
import {
  buyUrl,
  CreatePaymentLink,
  createPaymentLink,
  getPaymentLink,
  listPaymentLinks,
  setPaymentLinkState,
  toPaymentLinkResource,
  UpdatePaymentLink,
  updatePaymentLink,
} from "#domain/links";
import { forAdmin, forViewer, IdInput, router } from "./procedures";

const toSums = ({ sessions, paid }: LinkSums) => ({
  sessions,
  paid: {
    sessions: paid.sessions,
    amount_kg: paid.amountKg,
    amount_usd_cents: paid.amountUsdCents,
    refunded_usd_cents: paid.refundedUsdCents,
  },
});

export const linksRouter = router({
  list: forViewer.input(PageQuery).query(async ({ ctx, input }) => {
    const page = await listPaymentLinks(ctx, input);
    const sumsOf = await sumSessionsOfLinks(ctx, { ids: page.data.map(({ id }) => id) });
    return pageResource(page, (link) => ({
      ...toPaymentLinkResource(link),
      sums: toSums(sumsOf(link.id)),
    }));
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
      sums: toSums(sumsOf(id)),
      portfolio_name: portfolioId === null ? null : (names.get(portfolioId) ?? null),
      qr_svg: encodeQR(buyUrl(link.slug), "svg"),
      subaccount: subaccount && { id: subaccount.id, name: subaccount.name },
    };
  }),

  create: forAdmin
    .input(CreatePaymentLink)
    .mutation(async ({ ctx, input }) => toPaymentLinkResource(await createPaymentLink(ctx, input))),

  update: forAdmin
    .input(UpdatePaymentLink.safeExtend(IdInput.shape))
    .mutation(async ({ ctx, input }) => toPaymentLinkResource(await updatePaymentLink(ctx, input))),

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
