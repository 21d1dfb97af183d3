// The account's audit log.
import { ListAuditEntries, listAuditEntries } from "#domain/accounts";
import { forViewer, router } from "./procedures";

export const auditRouter = router({
  list: forViewer.input(ListAuditEntries).query(async ({ ctx, input }) => {
    const page = await listAuditEntries(ctx, input);
    const data = page.data.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() }));
    return { data, has_more: page.hasMore };
  }),
});
