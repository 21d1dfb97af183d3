// Edits of what a form has read: none overwrites another unseen, and the audit log keeps the values.
import type { Context } from "./context";
import { Problem } from "./errors";

/** By name as in the API. */
export type EditedFields = Record<string, unknown>;

/** A field of an audit entry that changed. */
export interface Change {
  before: unknown;
  after: unknown;
}

interface EditedThing {
  /** Fields that forms edit. The audit log keeps their values. */
  fields: readonly string[];
  /** Edited as well; of these the log only keeps that they changed: secrets, and personal data. */
  withoutValues?: readonly string[];
}

/** Allowed field by field: what is not named here is neither compared nor logged. */
const things = {
  "the account": { fields: ["name", "slug"] },
  "the billing profile": {
    fields: ["legal_name", "address", "country_code", "tax_id", "language", "payment_days"],
    withoutValues: ["billing_email"],
  },
  "the billing terms": { fields: ["terms", "credit_limit"] },
  "the brand": {
    fields: [
      ...["accent_color", "website_url", "story", "sender_name", "imprint_url", "privacy_url"],
    ],
  },
  "the impact page": {
    fields: ["enabled", "enabled_equivalents", "sections", "listed", "headline"],
  },
  "the issuer": {
    fields: [
      ...["legal_name", "address", "country_code", "tax_id", "bank_text", "number_prefix"],
      "rate_rule",
    ],
  },
  "the payment link": {
    fields: [
      ...["name", "description", "portfolio_id", "subaccount_id", "min_kg", "max_kg"],
      ...["suggested_kg", "success_url"],
    ],
  },
  "the portfolio": { fields: ["name", "summary", "description", "category_allocations"] },
  "the seller details": {
    fields: [
      ...["legal_name", "address", "country_code", "support_email", "support_url", "terms_url"],
      ...["privacy_url", "refund_url", "tax_id", "has_tax_id", "sender_name", "reply_to"],
      ...["sells_to_consumers", "named_for_customers", "refuses_uncovered", "order_button"],
    ],
  },
  "the subaccount": {
    fields: ["name", "reference", "slug", "default_portfolio_id"],
    withoutValues: ["email"],
  },
  "the terms for scarce stock": { fields: ["back_order_days", "hold_share_percent"] },
  "the webhook endpoint": {
    fields: ["event_types", "enabled", "subaccount_id"],
    // Its URL and description may contain a secret.
    withoutValues: ["url", "description"],
  },
} satisfies Record<string, EditedThing>;

interface Edit {
  thing: keyof typeof things;
  /** As stored, locked until the transaction ends. */
  before: EditedFields;
  after: EditedFields;
}

const textOf = (value: unknown) => JSON.stringify(value === "" ? null : (value ?? null));

function quoted(value: unknown): string {
  if (value === null || value === undefined || value === "") return "empty";
  if (typeof value === "boolean") return value ? "on" : "off";
  return `“${typeof value === "object" ? JSON.stringify(value) : String(value)}”`;
}

/** Refuses an edit of something that changed since its form read it. @throws conflict */
function requireUnchanged({ opened }: Context, { thing, before }: Edit, fields: string[]): void {
  if (!opened) return;
  const stale = fields.filter(
    (field) => field in opened && textOf(opened[field]) !== textOf(before[field]),
  );
  if (stale.length === 0) return;
  const messageOf = (field: string) =>
    `is ${quoted(before[field])} now, and was ${quoted(opened[field])} when you opened this page`;
  throw new Problem("conflict", {
    title: `Someone else has changed ${thing} since you opened this page`,
    detail: "Nothing that you typed is lost. Check the fields that changed, and save again.",
    errors: Object.fromEntries(stale.map((field) => [field, [messageOf(field)]])),
    current: Object.fromEntries(stale.map((field) => [field, before[field] ?? null])),
  });
}

/**
 * For the audit entry of an edit: the fields that it changes, with both values.
 * @throws conflict if it changed since the form read it: see `Context.opened`
 */
export function changesOf(ctx: Context, edit: Edit): Record<string, Change> {
  const { thing, before, after } = edit;
  const { fields, withoutValues = [] }: EditedThing = things[thing];
  const all = [...fields, ...withoutValues];
  requireUnchanged(ctx, edit, all);
  const changed = all.filter(
    (field) => field in after && textOf(before[field]) !== textOf(after[field]),
  );
  const loggedValue = (field: string, value: unknown) =>
    withoutValues.includes(field) ? "not logged" : (value ?? null);
  return Object.fromEntries(
    changed.map((field) => [
      field,
      { before: loggedValue(field, before[field]), after: loggedValue(field, after[field]) },
    ]),
  );
}
