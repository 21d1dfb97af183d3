// People for tests, with their roles, made by the same verbs as in production.
import { randomUUID } from "node:crypto";
import { encode } from "next-auth/jwt";
import { database } from "#core/db";
import { addMember, createPerson, type Role } from "#domain/accounts";
import { ensureCookieSecret, logIn } from "#domain/people";
import { systemContext } from "#testing/factories";

export const PASSWORD = "marmot-violin-harbour-42";

/** A person nobody else is; with `accountId` in that live account. */
export async function makePerson(
  given: { email?: string; accountId?: string; role?: Role; isOperator?: boolean } = {},
) {
  const {
    email = `${randomUUID()}@example.com`,
    accountId,
    role = "owner",
    isOperator = false,
  } = given;
  const { id } = await database().transaction(async (db) => {
    const ctx = { ...systemContext(), db };
    const person = await createPerson(ctx, {
      email,
      name: "Robin",
      password: PASSWORD,
      isOperator,
    });
    if (accountId) await addMember(ctx, { accountId, personId: person.id, role });
    return person;
  });
  return { id, email };
}

/** An attempt to log in, in a transaction of its own, at a moment of choice. */
export function tryLogin(
  email: string,
  given: { password?: string; code?: string; at?: Date } = {},
) {
  const { password = PASSWORD, code = null, at = new Date() } = given;
  return database().transaction((db) =>
    logIn(
      { ...systemContext(), db, now: at },
      { email, password, code, address: "192.0.2.7", userAgent: "Test" },
    ),
  );
}

/** The id of a new session of the person. */
export async function openTestSession(email: string): Promise<string> {
  const result = await tryLogin(email);
  if (result.outcome !== "in") throw new Error(result.outcome);
  return result.sessionId;
}

/** The cookie of a new session of the person, as their browser sends it. */
export async function sessionCookie(email: string): Promise<string> {
  const secret = await ensureCookieSecret(systemContext());
  const token = { sessionId: await openTestSession(email) };
  return `next-auth.session-token=${await encode({ token, secret })}`;
}
