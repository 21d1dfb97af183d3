// The person behind a page's request, and the accounts that are open to them.
import { publicContext } from "#core/context";
import { listMemberships, type Membership } from "#domain/accounts";
import type { LoggedIn } from "#domain/people";
import { findLoggedIn } from "./session";

/**
 * Null where nobody is logged in. It only chooses what a page shows at first: what may be read and
 * changed is decided by each procedure.
 */
export async function findPerson(
  headers: Headers,
): Promise<{ person: LoggedIn["person"]; memberships: Membership[] } | null> {
  const ctx = publicContext();
  const loggedIn = await findLoggedIn(ctx, headers);
  if (!loggedIn) return null;
  const { person } = loggedIn;
  return { person, memberships: await listMemberships(ctx, person.id) };
}
