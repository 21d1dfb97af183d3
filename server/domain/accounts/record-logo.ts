// Notes that somebody was given another logo, or lost it.
import type { Account, Context } from "#core/context";
import { recordAudit } from "./record-audit";

interface Change {
  of: "account" | "subaccount";
  id: string;
  fileKey: string | null;
}

/** Adds the change of a logo to the audit log. */
export async function recordLogo(
  ctx: Context & { account: Account },
  { of, id, fileKey }: Change,
): Promise<void> {
  const change = fileKey === null ? "logo_removed" : "logo_set";
  await recordAudit(ctx, { action: `${of}.${change}`, subjectId: id });
}
