import { PageQuery, pageResource } from "#core/page";
import { listReservations, releaseReservation, toReservationResource } from "#domain/holds";
import { forAdmin, forViewer, IdInput, router } from "./procedures";

export const reservationsRouter = router({
  list: forViewer
    .input(PageQuery)
    .query(async ({ ctx, input }) =>
      pageResource(await listReservations(ctx, input), toReservationResource),
    ),

  /** Gives reserved credits back before the reservation expires. */
  release: forAdmin
    .input(IdInput)
    .mutation(async ({ ctx, input }) =>
      toReservationResource(await releaseReservation(ctx, input)),
    ),
});
