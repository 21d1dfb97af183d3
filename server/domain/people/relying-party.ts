// The site that passkeys are for.
import { appUrl } from "#core/env";

/** A passkey works at this origin, under this host name. */
export function relyingParty(): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(appUrl());
  return { rpID: hostname, origin };
}
