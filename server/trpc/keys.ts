// API keys of the account.
import { z } from "zod";
import { text } from "#core/text";
import {
  CreateApiKey,
  createApiKey,
  listApiKeys,
  RotateApiKey,
  revokeApiKey,
  rotateApiKey,
} from "#domain/accounts";
import { forProvenAdmin, forViewer, router } from "./procedures";

const time = (at: Date | null) => at?.toISOString() ?? null;

export const keysRouter = router({
  list: forViewer.query(async ({ ctx }) => {
    const keys = await listApiKeys(ctx);
    return keys.map((key) => ({
      id: key.id,
      name: key.name,
      scope: key.scope,
      tokenHint: key.tokenHint,
      createdOn: key.createdAt.toISOString(),
      lastUsedOn: time(key.lastUsedAt),
      expiresOn: time(key.expiresAt),
      revokedOn: time(key.revokedAt),
      isValid: key.revokedAt === null && (key.expiresAt === null || key.expiresAt > ctx.now),
    }));
  }),

  /** The token is in this answer alone. */
  create: forProvenAdmin.input(CreateApiKey).mutation(({ ctx, input }) => createApiKey(ctx, input)),

  rotate: forProvenAdmin.input(RotateApiKey).mutation(({ ctx, input }) => rotateApiKey(ctx, input)),

  revoke: forProvenAdmin
    .input(z.strictObject({ id: text(64) }))
    .mutation(({ ctx, input }) => revokeApiKey(ctx, input)),
});
