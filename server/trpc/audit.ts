// The account's audit log.
import { ListAuditEntries, listAuditEntries } from "#domain/accounts";
import { type Columns, ExportInput, exportPage, placeAfter } from "./csv";
import { forViewer, router } from "./procedures";

type Deed = Awaited<ReturnType<typeof listAuditEntries>>["data"][number];

const columns: Columns<Deed> = {
  id: (deed) => deed.id,
  at: (deed) => deed.at.toISOString(),
  actor_type: (deed) => deed.actor.type,
  actor_id: (deed) => deed.actor.id,
  actor_name: (deed) => deed.actor.name,
  actor_email: (deed) => deed.actor.email,
  action: (deed) => deed.action,
  subject_id: (deed) => deed.subject?.id ?? null,
  subject_name: (deed) => deed.subject?.name ?? null,
  details: (deed) => JSON.stringify(deed.data),
  request_id: (deed) => deed.requestId,
};

const filters = { actor: true, action: true, from: true, to: true } as const;

export const exportAudit = forViewer
  .input(ExportInput.extend(ListAuditEntries.pick(filters).shape))
  .query(async ({ ctx, input: { after, ...asked } }) =>
    exportPage(await listAuditEntries(ctx, { ...placeAfter(after), ...asked }), columns),
  );

export const auditRouter = router({
  list: forViewer.input(ListAuditEntries).query(async ({ ctx, input }) => {
    const page = await listAuditEntries(ctx, input);
    const data = page.data.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() }));
    return { data, has_more: page.hasMore };
  }),
});
