import { z } from "zod";
import { amountColumns, type Columns, csvPage, fields } from "#core/csv";
import { database } from "#core/db";
import { moneyOf } from "#core/money";
import { pageResource } from "#core/page";
import { text } from "#core/text";
import {
  CreateApiKey,
  createApiKey,
  LimitMember,
  ListAuditEntries,
  limitMember,
  listApiKeys,
  listAuditEntries,
  listKeysOf,
  logoUrl,
  type MemberLimit,
  RotateApiKey,
  readSubaccountField,
  revokeApiKey,
  rotateApiKey,
  SetMemberRole,
  setAccountLogo,
  setMemberRole,
  UpdateAccount,
  updateAccount,
} from "#domain/accounts";
import {
  getImpact,
  getImpactPage,
  SetImpactPage,
  setImpactPage,
  toImpactPageResource,
  toImpactResource,
} from "#domain/impact";
import {
  countInvitationMail,
  InvitePerson,
  invitePerson,
  listTeam,
  removeFromTeam,
  resendInvitation,
  revokeInvitation,
} from "#domain/people";
import { resetTestAccount } from "#domain/sandbox";
import { listModuleScreens } from "#modules";
import { calls } from "./calls";
import { visitorOf } from "./context";
import { ExportInput, placeAfter } from "./csv";
import {
  forAdmin,
  forCapability,
  forProven,
  forProvenOwner,
  forViewer,
  IdInput,
  type MemberContext,
  Opened,
  ofLive,
  router,
} from "./procedures";
import { SentLogo, storeUploadedLogo } from "./subaccounts";

function toSettings({ name, slug, ...account }: MemberContext["account"]) {
  return { name, slug, logo_url: logoUrl(account) };
}

export const settingsRouter = router({
  /** Tabs of modules, for the menu. */
  screens: forViewer
    .meta({ forLimited: "filter" })
    .input(z.strictObject({ subaccount_id: text(255, 1).optional() }))
    .query(({ ctx, input: { subaccount_id: subaccountId = null } }) =>
      listModuleScreens(ctx, { subaccountId }),
    ),

  get: forViewer.query(({ ctx }) => toSettings(ctx.liveAccount)),

  update: forAdmin
    .input(UpdateAccount.extend({ opened: Opened }))
    .mutation(async ({ ctx, input: { opened, ...input } }) =>
      toSettings(await updateAccount({ ...ofLive(ctx), opened }, input)),
    ),

  setLogo: forAdmin
    .meta({ opensTransaction: true })
    .input(SentLogo)
    .mutation(async ({ ctx, input }) => {
      const fileKey = await storeUploadedLogo(ctx, input);
      const updated = await database().transaction((db) =>
        setAccountLogo({ ...ofLive(ctx), db }, { fileKey }),
      );
      return toSettings(updated);
    }),

  removeLogo: forAdmin.mutation(async ({ ctx }) =>
    toSettings(await setAccountLogo(ofLive(ctx), { fileKey: null })),
  ),

  /** Of the test mode only. */
  resetTestAccount: forAdmin.mutation(({ ctx }) => resetTestAccount(ctx)),
});

/** A subaccount of the open mode. @throws invalid `subaccount_id` */
async function readLimit(
  ctx: MemberContext,
  input: Parameters<typeof readSubaccountField>[1],
): Promise<MemberLimit | null> {
  const subaccount = await readSubaccountField(ctx, input);
  return subaccount && { accountId: ctx.account.id, subaccountId: subaccount.id };
}

export const teamRouter = router({
  list: forViewer.query(async ({ ctx }) => {
    const { members, invitations } = await listTeam(ofLive(ctx));
    return {
      members: members.map(({ since, ...member }) => ({
        ...member,
        since: since.toISOString(),
        isMe: member.personId === ctx.loggedIn.person.id,
      })),
      invitations: invitations.map(({ sentAt, expiresAt, ...invitation }) => ({
        ...invitation,
        sentOn: sentAt.toISOString(),
        expiresOn: expiresAt.toISOString(),
        hasExpired: expiresAt <= ctx.now,
      })),
    };
  }),

  invite: forProvenOwner
    .input(InvitePerson)
    .mutation(async ({ ctx, input: { subaccount_id, ...invitation } }) => {
      const limit = await readLimit(ctx, { subaccount_id });
      await invitePerson(ofLive(ctx), { ...invitation, limit });
    }),

  revokeInvitation: forProvenOwner
    .input(z.strictObject({ invitationId: text(64) }))
    .mutation(({ ctx, input }) => revokeInvitation(ofLive(ctx), { id: input.invitationId })),

  /** A new link; the former one ends. */
  resendInvitation: forProvenOwner
    .meta({ opensTransaction: true })
    .input(z.strictObject({ invitationId: text(64) }))
    .mutation(async ({ ctx, input: { invitationId: id } }) => {
      await countInvitationMail(ctx, { id, visitor: visitorOf(ctx) });
      await database().transaction((db) => resendInvitation({ ...ofLive(ctx), db }, { id }));
    }),

  setRole: forProvenOwner
    .input(SetMemberRole)
    .mutation(({ ctx, input }) => setMemberRole(ofLive(ctx), input)),

  setLimit: forProvenOwner.input(LimitMember).mutation(async ({ ctx, input }) => {
    const limit = await readLimit(ctx, input);
    await limitMember(ofLive(ctx), { personId: input.personId, limit });
  }),

  /** Valid API keys, live and test, that the member created or rotated. */
  keysOf: forCapability("team")
    .input(z.strictObject({ personId: text(64) }))
    .query(async ({ ctx, input }) => {
      const keys = await listKeysOf(ofLive(ctx), input);
      return keys.map(({ id, name, mode, scope }) => ({ id, name, mode, scope }));
    }),

  remove: forProvenOwner
    .input(z.strictObject({ personId: text(64), revokesKeys: z.boolean() }))
    .mutation(({ ctx, input }) => removeFromTeam(ofLive(ctx), input)),
});

const time = (at: Date | null) => at?.toISOString() ?? null;

type ApiKey = Awaited<ReturnType<typeof listApiKeys>>[number];

const toKey = (key: ApiKey) => ({
  id: key.id,
  name: key.name,
  scope: key.scope,
  tokenHint: key.tokenHint,
  createdOn: key.createdAt.toISOString(),
  lastUsedOn: time(key.lastUsedAt),
  expiresOn: time(key.expiresAt),
  revokedOn: time(key.revokedAt),
  isValid: key.isValid,
  spendingLimit: key.spendingLimit,
});

type Key = ReturnType<typeof toKey>;

const keyColumns: Columns<Key> = {
  ...fields("id", "name", "scope"),
  token_end: (key) => key.tokenHint,
  currency: ({ spendingLimit }) => spendingLimit?.currency.toUpperCase() ?? null,
  ...amountColumns<Key>(
    "spending_limit",
    ({ spendingLimit: limit }) => limit && moneyOf(limit, limit.limitAmount),
  ),
  ...amountColumns<Key>(
    "spent_this_month",
    ({ spendingLimit: limit }) => limit && moneyOf(limit, limit.spent),
  ),
  is_valid: (key) => String(key.isValid),
  ...fields("createdOn", "lastUsedOn", "expiresOn", "revokedOn"),
};

export const exportKeys = forViewer
  .input(ExportInput)
  .query(async ({ ctx }) =>
    csvPage({ data: (await listApiKeys(ctx)).map(toKey), hasMore: false }, keyColumns),
  );

export const keysRouter = router({
  list: forViewer.query(async ({ ctx }) => (await listApiKeys(ctx)).map(toKey)),

  /** This is the only response that contains the token. */
  create: forProven("keys")
    .input(CreateApiKey)
    .mutation(({ ctx, input: { spending_limit: spendingLimit, ...key } }) =>
      createApiKey(ctx, { ...key, spendingLimit }),
    ),

  rotate: forProven("keys").input(RotateApiKey).mutation(calls(rotateApiKey)),

  revoke: forProven("keys").input(IdInput).mutation(calls(revokeApiKey)),
});

/** Null means the account itself. */
const Owner = z.strictObject({ subaccount_id: text(64).nullable() });

export const impactRouter = router({
  get: forViewer
    .meta({ forLimited: "filter" })
    .input(Owner)
    .query(async ({ ctx, input }) => {
      const impact = await getImpact(ctx, { subaccountId: input.subaccount_id });
      const colors = impact.categories.map(({ color }) => color);
      return { ...toImpactResource(impact), colors };
    }),

  page: forViewer
    .meta({ forLimited: "filter" })
    .input(Owner)
    .query(async ({ ctx, input }) =>
      toImpactPageResource(await getImpactPage(ctx, { subaccountId: input.subaccount_id })),
    ),

  setPage: forAdmin
    .meta({ forLimited: "filter" })
    .input(SetImpactPage.extend({ ...Owner.shape, opened: Opened }))
    .mutation(async ({ ctx, input: { subaccount_id: subaccountId, opened, ...page } }) =>
      toImpactPageResource(await setImpactPage({ ...ctx, opened }, { ...page, subaccountId })),
    ),
});

type Entry = Awaited<ReturnType<typeof listAuditEntries>>["data"][number];

const auditColumns: Columns<Entry> = {
  id: (entry) => entry.id,
  at: (entry) => entry.at.toISOString(),
  actor_type: (entry) => entry.actor.type,
  actor_id: (entry) => entry.actor.id,
  actor_name: (entry) => entry.actor.name,
  actor_email: (entry) => entry.actor.email,
  ...fields("action"),
  subject_id: (entry) => entry.subject?.id ?? null,
  subject_name: (entry) => entry.subject?.name ?? null,
  details: (entry) => JSON.stringify(entry.data),
  changes: (entry) =>
    entry.changes.map(({ field, before, after }) => `${field}: ${before} → ${after}`).join("\n"),
  request_id: (entry) => entry.requestId,
};

const auditFilters = { actor: true, action: true, from: true, to: true } as const;

export const exportAudit = forViewer
  .input(ExportInput.extend(ListAuditEntries.pick(auditFilters).shape))
  .query(async ({ ctx, input: { after, ...filters } }) =>
    csvPage(await listAuditEntries(ctx, { ...placeAfter(after), ...filters }), auditColumns),
  );

export const auditRouter = router({
  list: forViewer.input(ListAuditEntries).query(async ({ ctx, input }) => {
    const page = await listAuditEntries(ctx, input);
    return pageResource(page, ({ at, ...entry }) => ({ ...entry, at: at.toISOString() }));
  }),
});
