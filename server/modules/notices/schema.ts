// Kinds of notifications: who may choose them, and what applies without a choice.
import { z } from "zod";
import { text } from "#core/text";
import type { Capability } from "#schemas/accounts";

export const noticeKinds = [
  "orders_waiting",
  "callback_failing",
  "key_expiring",
  "payment_stuck",
  "invoice_issued",
  "weekly_summary",
  "stock_low",
  "import_done",
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** Scope of what concerns the installation; all other scopes are ids of live accounts. */
export const OPERATOR = "operator";

export interface NoticeRule {
  label: string;
  description: string;
  /** Needed to choose it in an account. */
  capability?: Capability;
  /** On by default for members with this capability, or for operators if true. */
  onFor: Capability | boolean;
  /** Also for people who are limited to a subaccount, about that alone. */
  forLimited?: boolean;
  /** Default of the days that a person may change. */
  days?: number;
}

/** In the order of the screen. */
export const accountNotices: Partial<Record<NoticeKind, NoticeRule>> = {
  orders_waiting: {
    label: "Orders waiting",
    description: "When orders start to wait because credits are missing.",
    capability: "read",
    onFor: "manage",
    forLimited: true,
  },
  callback_failing: {
    label: "Failing callbacks",
    description: "When a callback URL or webhook endpoint has failed three times in a row.",
    capability: "webhooks",
    onFor: "webhooks",
  },
  key_expiring: {
    label: "Expiring API keys",
    description: "14 days and 3 days before an API key expires.",
    capability: "keys",
    onFor: "keys",
  },
  payment_stuck: {
    label: "Stuck payments",
    description: "When a payment’s outcome is unknown for long, or a refund does not go through.",
    capability: "refunds",
    onFor: "refunds",
  },
  invoice_issued: {
    label: "New invoices",
    description: "When an invoice or a credit note is issued.",
    capability: "read_billing",
    onFor: false,
  },
  weekly_summary: {
    label: "Weekly summary",
    description: "Orders and sales of the week before, on Mondays at 07:00 UTC.",
    capability: "read",
    onFor: false,
    forLimited: true,
  },
};

export const operatorNotices: Partial<Record<NoticeKind, NoticeRule>> = {
  stock_low: {
    label: "Low stock",
    description: "When a project’s credits will be sold out within these days at the recent rate.",
    onFor: true,
    days: 30,
  },
  orders_waiting: {
    label: "Orders waiting",
    description: "When orders of any account start to wait because credits are missing.",
    onFor: true,
  },
  import_done: {
    label: "Finished imports",
    description: "When an import has finished, or has failed.",
    onFor: false,
  },
};

export function noticeRule(scope: string, kind: NoticeKind): NoticeRule | undefined {
  return (scope === OPERATOR ? operatorNotices : accountNotices)[kind];
}

export const MAX_DAYS = 365;

/** `scope` is an account, or "operator". */
export const ChooseNotice = z.strictObject({
  scope: text(64, 1),
  kind: z.enum(noticeKinds),
  isOn: z.boolean(),
  /** Left out: unchanged. */
  days: z.int().min(1).max(MAX_DAYS).optional(),
});
export type ChooseNotice = z.infer<typeof ChooseNotice>;
