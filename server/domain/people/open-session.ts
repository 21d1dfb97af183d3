// Begins a session of a person who has shown who they are.
import type { Context } from "#core/context";
import { newSecretId } from "#core/id";
import { recordAudit } from "#domain/accounts";
import { SESSION_MS } from "./login-rules";

interface OpenSession {
  personId: string;
  /** "password", or the provider that vouched for the person. */
  method: string;
  userAgent: string | null;
}

/** The new session's id, which its holder's cookie carries signed. */
export async function openSession(ctx: Context, input: OpenSession): Promise<string> {
  const { personId, method } = input;
  const id = newSecretId("loginSession");
  await ctx.db.prisma.loginSession.create({
    data: {
      personId,
      id,
      method,
      userAgent: input.userAgent?.slice(0, 512) ?? null,
      createdAt: ctx.now,
      seenAt: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + SESSION_MS),
    },
  });
  const actor = { type: "person", id: personId } as const;
  await recordAudit({ ...ctx, actor }, { action: "person.logged_in", data: { method } });
  return id;
}
