import { claimsIn } from "./claim-rules";
import { env } from "./env";
import { problemOf } from "./errors";

/** Returns whether the operator chose to refuse the text. Dashboards warn of its claims anyway. */
export function isRefusedClaim(text: string | null | undefined): boolean {
  return env.CT_CLAIMS === "refuse" && claimsIn(text ?? "").length > 0;
}

/**
 * Checks public texts by the name of their field. A beneficiary's name is none of them: a company may
 * be called so.
 * @throws invalid naming the fields with claims, if the operator refuses them
 */
export function requireNoClaims(fields: Record<string, string | null | undefined>): void {
  const faults = Object.entries(fields).flatMap(([field, text]) => {
    const [claim] = isRefusedClaim(text) ? claimsIn(text ?? "") : [];
    if (!claim) return [];
    const { phrase, reason, suggestion } = claim;
    const message = `must not say “${phrase}”. ${reason} ${suggestion}`;
    return [{ field, message, code: "not-allowed" as const }];
  });
  if (faults.length > 0) throw problemOf(faults);
}
