// Tells when the proxies in front are not those that CT_TRUSTED_PROXIES speaks of.
import { env } from "#core/env";
import { isLoopback } from "./connections";

interface Origin {
  remoteAddress: string;
  forwardedFor: string;
}

/** What to log about a request, as the log takes it; null where nothing is wrong. */
export function proxyFault(
  { remoteAddress, forwardedFor }: Origin,
  trusted = env.CT_TRUSTED_PROXIES,
): [fields: { event: string }, message: string] | null {
  const entries = forwardedFor.split(",").filter((part) => part.trim() !== "").length;
  if (trusted === 0) {
    // Behind a proxy on this machine that is not trusted nobody is limited.
    if (entries === 0 || !isLoopback(remoteAddress)) return null;
    const message = "a proxy on this machine sends X-Forwarded-For, but CT_TRUSTED_PROXIES is 0";
    return [{ event: "http.proxy_not_trusted" }, message];
  }
  if (entries >= trusted) return null;
  // Where the proxy adds nothing, a client may write any address into the header.
  const message =
    `a request arrived with ${entries} addresses in X-Forwarded-For, but CT_TRUSTED_PROXIES is ` +
    `${trusted}: make each proxy append its caller, or clients can claim any address`;
  return [{ event: "http.forwarded_for_missing" }, message];
}
