// Logging in with a passkey alone: checked first, then finished in a transaction.
import type { Context } from "#core/context";
import { database } from "#core/db";
import {
  checkPasskeyLogin,
  type LoginResult,
  logInWithPasskey,
  type PasskeyLogin,
  type Visitor,
} from "#domain/people";

interface Attempt {
  response: PasskeyLogin;
  visitor: Visitor;
  deviceCookie: string | null;
}

/** `ctx` is outside a transaction. @throws rate-limited */
export async function logInByPasskey(
  ctx: Context,
  { response, visitor, deviceCookie }: Attempt,
): Promise<LoginResult> {
  const checked = await checkPasskeyLogin(ctx, { response, visitor });
  if (!checked) return { outcome: "passkey-wrong" };
  return database().transaction((db) =>
    logInWithPasskey({ ...ctx, db }, { checked, deviceCookie }),
  );
}
