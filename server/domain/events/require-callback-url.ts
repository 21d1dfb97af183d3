// Refuses, at placement, a callback URL that must never be called.
import { leadsToPrivateHost, urlFault } from "#core/address";
import { env } from "#core/env";
import { invalid } from "#core/errors";

const FIELD = "notification_config.url";

/** The URL as it will be called. @throws invalid `notification_config.url` */
export async function requireCallbackUrl(url: string): Promise<string> {
  const fault = urlFault(url, env.CT_ALLOW_PRIVATE_NETWORK);
  if (fault) throw invalid(FIELD, fault);
  const { hostname, href } = new URL(url);
  if (!env.CT_ALLOW_PRIVATE_NETWORK && (await leadsToPrivateHost(hostname))) {
    throw invalid(FIELD, "must not lead to a private, loopback or link-local address");
  }
  return href;
}
