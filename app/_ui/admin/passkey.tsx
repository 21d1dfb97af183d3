import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from "@simplewebauthn/browser";

type RegistrationOptions = Parameters<typeof startRegistration>[0]["optionsJSON"];
type RequestOptions = Parameters<typeof startAuthentication>[0]["optionsJSON"];

/** Takes the options as the server sends them; tRPC loses some of the browser's classes. */
export async function createPasskey(options: unknown) {
  const optionsJSON = options as RegistrationOptions;
  const { id, rawId, type, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const registration = { clientDataJSON, attestationObject, transports };
  return { id, rawId, type, clientExtensionResults: {}, response: registration };
}

export async function signWithPasskey(options: unknown) {
  const optionsJSON = options as RequestOptions;
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON });
  return { id, rawId, type, clientExtensionResults: {}, response };
}

/** Passkeys belong to a host name, so an IP address can't have any. */
export function canUsePasskeys(): boolean {
  const isAddress = /^[\d.]+$|:/.test(location.hostname);
  return browserSupportsWebAuthn() && !isAddress;
}

export const PASSKEYS_UNAVAILABLE = "Passkeys don’t work in this browser or at this address.";

/** Message for a passkey that the browser or the person rejected; null for any other error. */
export function passkeyFailure(error: unknown): string | null {
  if (!(error instanceof WebAuthnError || error instanceof DOMException)) return null;
  const code = error instanceof WebAuthnError ? error.code : "";
  if (code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED") {
    return "You already have a passkey on this device.";
  }
  if (/MISSING_(DISCOVERABLE|USER_VERIFICATION)/.test(code)) {
    return "This device can’t store a passkey that is protected by a PIN, fingerprint or face.";
  }
  return "No passkey was used. Try again, or use another method.";
}
