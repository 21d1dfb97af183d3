import type { Account, AccountContext, AccountTerms } from "#core/context";
import { changesOf } from "#core/edits";
import { invalid, Problem } from "#core/errors";
import { type Currency, plainAmount } from "#core/money";
import { recordAudit } from "#core/record-audit";
import { lockAccount } from "./accounts";
import type { BillingTerms, SetTerms } from "./schema";

/** True if API orders are charged to the account's balance. */
export const isCharged = ({ terms }: Pick<Account, "terms">): boolean =>
  terms === "invoice" || terms === "prepaid";

/** @throws payment-required for a live account without terms */
export function requireTerms({ account }: Pick<AccountContext, "account">): void {
  if (account.mode === "test" || account.terms !== null) return;
  throw new Problem("payment-required", {
    title: "This account has no billing terms yet",
    detail:
      "Live orders need terms: monthly invoice, prepaid, or billed elsewhere. Ask us to set them, then send the same request again.",
  });
}

/** Limits of balances, where accounts are charged: orders may take one so far below zero. */
export interface CreditLimits {
  /** Null is no limit. */
  findLimit: (ctx: AccountContext) => Promise<number | null>;
  setLimit: (ctx: AccountContext, limit: { creditLimit: number | null }) => Promise<void>;
}

/** The terms as they are shown and set: null also where they are undecided. */
export const decidedTerms = (terms: AccountTerms | null): BillingTerms | null =>
  terms === "undecided" ? null : terms;

/** As the form has them. Only invoices have a limit to set. */
const fieldsIn =
  (currency: Currency) =>
  ({ terms, limit }: { terms: BillingTerms | null; limit: number | null }) => ({
    terms: terms ?? "none",
    credit_limit:
      terms === "invoice" && limit !== null ? plainAmount({ minor: limit, currency }) : null,
  });

/** Sets how the account pays for API orders from now on. @throws invalid, conflict */
export async function setTerms(
  ctx: AccountContext,
  { limits, ...input }: SetTerms & { limits: CreditLimits },
): Promise<void> {
  const { terms } = input;
  const limit = terms === "prepaid" ? 0 : input.credit_limit;
  if (terms === "prepaid" && (input.credit_limit ?? 0) !== 0) {
    throw invalid("credit_limit", "must be 0 or empty for a prepaid account");
  }
  const { id, mode, currency } = ctx.account;
  const toFields = fieldsIn(currency);
  if (terms === null && mode === "live") throw invalid("terms", "must be chosen", "required");
  await lockAccount(ctx);
  const { account } = ctx.db.prisma;
  const row = await account.findUniqueOrThrow({ where: { id } });
  const former = decidedTerms(row.terms as AccountTerms | null);
  const changes = changesOf(ctx, {
    thing: "the billing terms",
    before: toFields({ terms: former, limit: await limits.findLimit(ctx) }),
    after: toFields({ terms, limit }),
  });
  // An order that races with other terms keeps the limit of those it is charged by.
  if (isCharged({ terms })) await limits.setLimit(ctx, { creditLimit: limit });
  await account.update({ where: { id }, data: { terms } });
  await recordAudit(ctx, {
    action: "billing.terms_set",
    data: { terms, credit_limit: limit, currency },
    changes,
  });
}
