import type { Context } from "#core/context";
import { invalid, notFound } from "#core/errors";
import { listMemberships, recordAudit } from "#domain/accounts";
import { findRecipient, type Recipient } from "./recipients";
import {
  accountNotices,
  type ChooseNotice,
  type NoticeKind,
  noticeKinds,
  noticeRule,
  OPERATOR,
  operatorNotices,
} from "./schema";

export interface NoticeScope {
  scope: string;
  name: string;
  notices: {
    kind: NoticeKind;
    label: string;
    description: string;
    isOn: boolean;
    days: number | null;
  }[];
}

async function findScope(
  ctx: Context,
  { scope, name, personId }: { scope: string; name: string; personId: string },
): Promise<NoticeScope> {
  const rules = scope === OPERATOR ? operatorNotices : accountNotices;
  const kinds = Object.keys(rules) as NoticeKind[];
  const notices = await Promise.all(
    kinds.map(async (kind) => {
      const rule = noticeRule(scope, kind);
      const recipient = await findRecipient(ctx.db, { kind, scope, personId });
      if (!rule || !recipient) return [];
      const { label, description } = rule;
      const days = rule.days === undefined ? null : recipient.days;
      return { kind, label, description, isOn: recipient.isOn, days };
    }),
  );
  return { scope, name, notices: notices.flat() };
}

/** The person's choices: as an operator, and in each of their accounts. */
export async function listNoticeChoices(
  ctx: Context,
  { personId }: { personId: string },
): Promise<NoticeScope[]> {
  const memberships = await listMemberships(ctx, personId);
  const scopes = [
    { scope: OPERATOR, name: "This installation" },
    ...memberships.map(({ account: { id: scope, name } }) => ({ scope, name })),
  ];
  const all = await Promise.all(scopes.map((each) => findScope(ctx, { ...each, personId })));
  return all.filter(({ notices }) => notices.length > 0);
}

interface Choice extends Pick<Recipient, "personId" | "scope"> {
  kind: NoticeKind;
  isOn: boolean;
  days: number | null;
}

async function saveChoice(ctx: Context, choice: Choice): Promise<void> {
  const { personId, scope, kind, isOn, days } = choice;
  await ctx.db.prisma.noticeChoice.upsert({
    where: { personId_scope_kind: { personId, scope, kind } },
    create: { ...choice, changedAt: ctx.now },
    update: { isOn, days, changedAt: ctx.now },
  });
  await recordAudit(ctx, {
    action: "person.notice_chosen",
    subjectId: personId,
    data: { kind, scope, is_on: isOn, ...(days !== null && { days }) },
  });
}

/** @throws not-found if the person may not choose it; invalid `days` */
export async function chooseNotice(
  ctx: Context,
  { personId, scope, kind, isOn, days }: ChooseNotice & { personId: string },
): Promise<void> {
  const rule = noticeRule(scope, kind);
  const recipient = rule && (await findRecipient(ctx.db, { kind, scope, personId }));
  if (!recipient) throw notFound("notification");
  const hasDays = rule.days !== undefined;
  if (days !== undefined && !hasDays) throw invalid("days", "does not apply to this notification");
  const chosen = days ?? recipient.days;
  if (isOn === recipient.isOn && chosen === recipient.days) return;
  await saveChoice(ctx, { personId, scope, kind, isOn, days: hasDays ? chosen : null });
}

/** Turns it off, also while the person can't get it, such as during a suspension. */
export async function turnNoticeOff(
  ctx: Context,
  key: Pick<Choice, "personId" | "scope" | "kind">,
): Promise<void> {
  const where = { personId_scope_kind: key };
  const choice = await ctx.db.prisma.noticeChoice.findUnique({ where });
  if (choice?.isOn === false) return;
  await saveChoice(ctx, { ...key, isOn: false, days: choice?.days ?? null });
}

export function isNoticeKind(name: string): name is NoticeKind {
  return noticeKinds.some((kind) => kind === name);
}
