import type { Account, AccountContext } from "#core/context";
import { Problem } from "#core/errors";

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
