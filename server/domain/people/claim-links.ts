// Takes links that are due to be mailed, and makes their tokens: until then there are none.
import { randomBytes } from "node:crypto";
import type { SqlContext } from "#core/context";
import { sha256 } from "#core/crypto";
import { appUrl } from "#core/env";
import { claimDueLinks, dropLink, giveToken, type LeasedLink } from "./link-store";

const TOKEN_BYTES = 24;

export interface ClaimedLink extends LeasedLink {
  url: string;
}

/**
 * Up to `limit` of them. A token that was mailed by an attempt before opens nothing any more. The
 * lease must exceed an attempt: a worker that dies leaves its links due again when it ends.
 */
export async function claimLinks(
  ctx: SqlContext,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<ClaimedLink[]> {
  const { db, now } = ctx;
  const leasedUntil = new Date(now.getTime() + leaseMs);
  const rows = await claimDueLinks(db, { now, leasedUntil, limit });
  const links: ClaimedLink[] = [];
  for (const row of rows) {
    // Resets are queued for whatever address was typed. Only here does it matter who has it.
    if (row.kind === "password_reset" && !row.isKnown) {
      await dropLink(db, row.id);
      continue;
    }
    const token = randomBytes(TOKEN_BYTES).toString("base64url");
    await giveToken(db, row.id, sha256(token));
    const page = row.kind === "invitation" ? "invitation" : "reset";
    links.push({ ...row, url: `${appUrl()}/admin/${page}?token=${token}` });
  }
  return links;
}
