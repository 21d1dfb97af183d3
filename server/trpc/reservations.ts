import { PageQuery, pageResource } from "#core/page";
import { text } from "#core/text";
import { listReservations, releaseReservation, toReservationResource } from "#domain/holds";
import { forAdmin, forViewer, IdInput, router } from "./procedures";

export const reservationsRouter = router({
  list: forViewer
    .meta({ forLimited: "filter" })
    .input(PageQuery.extend({ subaccount_id: text(255, 1).optional() }))
    .query(async ({ ctx, input: { subaccount_id: subaccountId = null, ...page } }) =>
      pageResource(await listReservations(ctx, { ...page, subaccountId }), toReservationResource),
    ),

  /** Gives reserved credits back before the reservation expires. */
  release: forAdmin
    .meta({ forLimited: "reservation" })
    .input(IdInput)
    .mutation(async ({ ctx, input }) =>
      toReservationResource(await releaseReservation(ctx, input)),
    ),
});
