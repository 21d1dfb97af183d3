// Rows of the product that Playwright's tests share.
import { closeDatabase, database } from "#core/db";
import { findAccount } from "#domain/accounts";
import { makeStock, systemContext } from "#testing/factories";
import { makePerson, sessionCookie } from "#testing/people";

const HOUR_MS = 3_600_000;

/**
 * Adds people with fewer permissions than the demo's owner, and a live catalogue whose prices may
 * change while tests buy in the sandbox. Signs in whom most tests act as, and returns their cookies.
 */
export async function addTestData(ownersPassword: string) {
  const account = await findAccount(systemContext(), "demo");
  if (!account) throw new Error("the demo account is missing");
  const member = (name: string, role: "admin" | "viewer") =>
    makePerson({ email: `${name}@example.com`, accountId: account.id, role });
  const operator = { email: "new-operator@example.com", isOperator: true };
  await Promise.all([
    member("admin", "admin"),
    member("viewer", "viewer"),
    // Tests change these people's credentials.
    member("careful", "viewer"),
    member("forgetful", "viewer"),
    member("keyholder", "admin"),
    member("late", "admin"),
    makePerson({ ...operator, withoutSecondFactor: true }),
    makeStock({ mode: "live" }),
  ]);
  const [owner, admin, viewer] = await Promise.all([
    sessionCookie("demo@example.com", ownersPassword),
    sessionCookie("admin@example.com"),
    sessionCookie("viewer@example.com"),
  ]);
  // Tests may take longer than a confirmation counts.
  const provenAt = new Date(Date.now() + HOUR_MS);
  await database().prisma.loginSession.updateMany({ data: { provenAt } });
  await closeDatabase();
  return { owner, admin, viewer };
}
