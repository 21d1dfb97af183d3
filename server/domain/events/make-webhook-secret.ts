// Makes an account's current webhook secret, which must have none.
import { randomBytes } from "node:crypto";
import type { AccountContext } from "#core/context";
import { newId } from "#core/id";
import { secretOf } from "./webhook-secret-rules";

const KEY_BYTES = 32;

/** Whether one was made: not where the account has a current one, which the database holds. */
export async function makeWebhookSecret(ctx: AccountContext): Promise<boolean> {
  const secret = {
    accountId: ctx.account.id,
    id: newId("webhookSecret"),
    secret: secretOf(randomBytes(KEY_BYTES)),
    createdAt: ctx.now,
  };
  const made = await ctx.db.prisma.webhookSecret.createMany({ data: secret, skipDuplicates: true });
  return made.count === 1;
}
