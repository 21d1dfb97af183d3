import type { Table } from "#core/query";
import type { NoticeCheck, NoticeChoice, OpenNotice, Prisma } from "#prisma";
import type { NoticeKind } from "./schema";

export interface NoticeTables {
  noticeChoices: Table<NoticeChoice, Prisma.NoticeChoiceUncheckedCreateInput, { kind: NoticeKind }>;
  openNotices: Table<OpenNotice, Prisma.OpenNoticeUncheckedCreateInput, { kind: NoticeKind }>;
  noticeChecks: Table<NoticeCheck, Prisma.NoticeCheckUncheckedCreateInput, { kind: NoticeKind }>;
}
