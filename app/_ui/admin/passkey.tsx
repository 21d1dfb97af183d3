// The browser's side of passkeys.
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from "@simplewebauthn/browser";

type RegistrationOptions = Parameters<typeof startRegistration>[0]["optionsJSON"];
type RequestOptions = Parameters<typeof startAuthentication>[0]["optionsJSON"];

/** The options come from the server, whose types lose some of the browser's classes on the way. */
export async function makePasskey(options: unknown) {
  const optionsJSON = options as RegistrationOptions;
  const { id, rawId, type, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const sent = { clientDataJSON, attestationObject, transports };
  return { id, rawId, type, clientExtensionResults: {}, response: sent };
}

export async function signWithPasskey(options: unknown) {
  const optionsJSON = options as RequestOptions;
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON });
  return { id, rawId, type, clientExtensionResults: {}, response };
}

/** A passkey belongs to a host name, so there is none where the address is a number. */
export function canUsePasskeys(): boolean {
  const isNumber = /^[\d.]+$|:/.test(location.hostname);
  return browserSupportsWebAuthn() && !isNumber;
}

/** What to tell somebody whose browser made or used no passkey. */
export function passkeyFailure(error: unknown): string {
  const code = error instanceof WebAuthnError ? error.code : "";
  if (code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED") {
    return "This device has a passkey for you already.";
  }
  if (/MISSING_(DISCOVERABLE|USER_VERIFICATION)/.test(code)) {
    return "This device cannot keep a passkey that is locked by a PIN, fingerprint or face.";
  }
  return "No passkey was used. Try again, or choose another way.";
}

/** Whether the browser or the person, and not the server, ended it. */
export function isPasskeyFailure(error: unknown): boolean {
  return error instanceof WebAuthnError || error instanceof DOMException;
}
