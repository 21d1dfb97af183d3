// Logs in whoever holds a passkey: it proves both the device and the person.
import type { Context } from "#core/context";
import { passkeyLimits } from "./attempt-rules";
import { type CheckedPasskey, checkPasskey, recordPasskeyUse } from "./check-passkey";
import { findDevice } from "./find-device";
import type { LoginResult } from "./log-in";
import { openSession } from "./open-session";
import { recordSecurityEvent, type Visitor } from "./record-security-event";
import { requireAttempt } from "./require-attempt";
import type { PasskeyLogin } from "./schema";
import { takeBackAttempts } from "./store";

/** Outside a transaction; null where it lets nobody in. @throws rate-limited */
export async function checkPasskeyLogin(
  ctx: Context,
  { response, visitor }: { response: PasskeyLogin; visitor: Visitor },
): Promise<CheckedPasskey | null> {
  const limits = passkeyLimits(visitor.network);
  await requireAttempt(ctx, { limits, attempted: "passkey", visitor });
  const expected = { purpose: "login", personId: null } as const;
  const checked = await checkPasskey(ctx, { response, expected, visitor });
  if (checked) await takeBackAttempts(ctx.db, limits);
  return checked;
}

/** Opens a session, unless the passkey was removed since the check. */
export async function logInWithPasskey(
  ctx: Context,
  { checked, deviceCookie }: { checked: CheckedPasskey; deviceCookie: string | null },
): Promise<LoginResult> {
  if (!(await recordPasskeyUse(ctx, checked))) return { outcome: "passkey-wrong" };
  const { personId, visitor } = checked;
  const { email } = await ctx.db.prisma.person.findUniqueOrThrow({ where: { id: personId } });
  if ((await findDevice(ctx, { email, cookie: deviceCookie })) === null) {
    await recordSecurityEvent(ctx, { kind: "auth.new_device", visitor, personId, email });
  }
  const { userAgent } = visitor;
  const sessionId = await openSession(ctx, { personId, method: "passkey", userAgent });
  return { outcome: "in", sessionId, personId, email };
}
