// Credentials are checked first, which is slow, and the login then finishes in a transaction.
import type { Context } from "#core/context";
import { database } from "#core/db";
import {
  checkLogin,
  checkPasskeyLogin,
  type LoginAttempt,
  type LoginResult,
  logIn,
  logInWithPasskey,
  type PasskeyLogin,
  type Visitor,
} from "#domain/people";

interface Attempt {
  response: PasskeyLogin;
  visitor: Visitor;
  deviceCookie: string | null;
}

/** Must not run inside a transaction. @throws rate-limited */
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

/** Must not run inside a transaction. @throws rate-limited */
export async function logInWithPassword(ctx: Context, attempt: LoginAttempt): Promise<LoginResult> {
  const checked = await checkLogin(ctx, attempt);
  if (checked.outcome !== "proven") return { outcome: checked.outcome };
  return database().transaction((db) => logIn({ ...ctx, db }, checked));
}
