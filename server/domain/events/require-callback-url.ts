// Refuses, at placement, a callback URL that must never be called.
import { leadsToPrivateHost, urlFault } from "#core/address";
import { env } from "#core/env";
import { invalid } from "#core/errors";

/** The URL as it will be called. @throws invalid naming the field that it came in */
export async function requireCallbackUrl(
  url: string,
  field = "notification_config.url",
): Promise<string> {
  const fault = urlFault(url, env.CT_ALLOW_PRIVATE_NETWORK);
  if (fault) throw invalid(field, fault);
  const { hostname, href } = new URL(url);
  if (!env.CT_ALLOW_PRIVATE_NETWORK && (await leadsToPrivateHost(hostname))) {
    throw invalid(field, "must not lead to a private, loopback or link-local address");
  }
  return href;
}
