// Failed and unusual sign-ins of the whole installation, for operators.
import { ListSecurityEvents, listSecurityEvents } from "#domain/people";
import { forOperator, router } from "./procedures";

export const operatorSecurityRouter = router({
  list: forOperator.input(ListSecurityEvents).query(async ({ ctx, input }) => {
    const { data, hasMore } = await listSecurityEvents(ctx, input);
    return {
      data: data.map((event) => ({
        id: event.id,
        kind: event.kind,
        person: event.person,
        // Enough to see which rows are of one address that nobody here has.
        emailHash: event.emailHash && Buffer.from(event.emailHash).toString("hex").slice(0, 8),
        network: event.network,
        userAgent: event.userAgent,
        data: event.data as Record<string, string>,
        count: event.count,
        requestId: event.requestId,
        createdOn: event.createdAt.toISOString(),
        lastOn: event.lastAt.toISOString(),
      })),
      has_more: hasMore,
    };
  }),
});
