// Logging in with a password: checked first, then finished in a transaction.
import type { Context } from "#core/context";
import { database } from "#core/db";
import { checkLogin, type LoginAttempt, type LoginResult, logIn } from "#domain/people";

/** `ctx` is outside a transaction. @throws rate-limited */
export async function logInWithPassword(ctx: Context, attempt: LoginAttempt): Promise<LoginResult> {
  const checked = await checkLogin(ctx, attempt);
  if (checked.outcome !== "proven") return { outcome: checked.outcome };
  return database().transaction((db) => logIn({ ...ctx, db }, checked));
}
