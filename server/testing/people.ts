import { randomUUID } from "node:crypto";
import { encode } from "next-auth/jwt";
import { Secret, TOTP } from "otpauth";
import { logInWithPassword } from "#auth/login";
import { database } from "#core/db";
import { hashPassword } from "#core/passwords";
import { addMember, createPerson, type Role } from "#domain/accounts";
import { enableTotp, ensureCookieSecret, type PasskeyLogin, type Visitor } from "#domain/people";
import { systemContext } from "#testing/factories";

export const PASSWORD = "marmot-violin-harbour-42";

let hashing: Promise<string> | undefined;

/** Hashes the password once per process, because that is slow by design. */
function passwordHash(): Promise<string> {
  hashing ??= hashPassword(PASSWORD);
  return hashing;
}

/**
 * Unused recovery codes of people with a second factor, by email address. Each opens one session.
 */
const recoveryCodes = new Map<string, string[]>();

/** Enables a second factor, which every operator must have. */
async function addSecondFactor({ id, email }: { id: string; email: string }): Promise<void> {
  const secret = new Secret({ size: 20 });
  const input = {
    key: secret.base32,
    code: new TOTP({ secret }).generate(),
    personId: id,
    visitor: testVisitor,
  };
  const codes = await database().transaction((db) => enableTotp({ ...systemContext(), db }, input));
  recoveryCodes.set(email, codes);
}

/**
 * Creates a person, a member of the live account `accountId` if given. An operator has a second
 * factor.
 */
export async function makePerson(
  given: {
    email?: string;
    accountId?: string;
    role?: Role;
    isOperator?: boolean;
    withoutSecondFactor?: boolean;
  } = {},
) {
  const {
    email = `${randomUUID()}@example.com`,
    accountId,
    role = "owner",
    isOperator = false,
    withoutSecondFactor = !isOperator,
  } = given;
  const hash = await passwordHash();
  const { id } = await database().transaction(async (db) => {
    const ctx = { ...systemContext(), db };
    const person = await createPerson(ctx, {
      email,
      name: "Robin",
      passwordHash: hash,
      isOperator,
    });
    if (accountId) await addMember(ctx, { accountId, personId: person.id, role });
    return person;
  });
  if (!withoutSecondFactor) await addSecondFactor({ id, email });
  return { id, email };
}

export const testVisitor: Visitor = { network: "192.0.2.7", userAgent: "Test" };

/** Tries to log in, at a given time and from a given address. */
export function tryLogin(
  email: string,
  given: {
    password?: string;
    code?: string;
    at?: Date;
    network?: string;
    deviceCookie?: string | null;
    passkey?: PasskeyLogin;
  } = {},
) {
  const { password = PASSWORD, code = null, at = new Date(), deviceCookie = null } = given;
  const { network = testVisitor.network, passkey = null } = given;
  const visitor = { ...testVisitor, network };
  return logInWithPassword(
    { ...systemContext(), now: at },
    { email, password, code, visitor, deviceCookie, passkey },
  );
}

/** Opens a session for the person and returns its id. */
export async function openTestSession(email: string, password = PASSWORD): Promise<string> {
  const code = recoveryCodes.get(email)?.pop();
  const result = await tryLogin(email, { password, ...(code !== undefined && { code }) });
  if (result.outcome !== "in") throw new Error(result.outcome);
  return result.sessionId;
}

/** Opens a session for the person and returns its cookie header. */
export async function sessionCookie(email: string, password?: string): Promise<string> {
  const secret = await ensureCookieSecret(systemContext());
  const token = { sessionId: await openTestSession(email, password) };
  return `next-auth.session-token=${await encode({ token, secret })}`;
}
