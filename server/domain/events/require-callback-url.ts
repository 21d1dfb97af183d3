// Refuses, at placement, a callback URL that must never be called.
import { isPrivateHost } from "#core/address";
import { env } from "#core/env";
import { invalid } from "#core/errors";

const FIELD = "notification_config.url";

/** The URL as it will be called. @throws invalid `notification_config.url` */
export async function requireCallbackUrl(url: string): Promise<string> {
  if (!URL.canParse(url)) throw invalid(FIELD, "must be an absolute URL");
  const { protocol, hostname, username, password, href } = new URL(url);
  const schemes = env.CT_ALLOW_PRIVATE_NETWORK ? ["https:", "http:"] : ["https:"];
  if (!schemes.includes(protocol)) throw invalid(FIELD, "must be an https URL");
  if (username || password) throw invalid(FIELD, "must not hold a user name or password");
  if (!env.CT_ALLOW_PRIVATE_NETWORK && (await isPrivateHost(hostname))) {
    throw invalid(FIELD, "must not lead to a private, loopback or link-local address");
  }
  return href;
}
