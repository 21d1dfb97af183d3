// URLs of databases: which are accepted, and what each `sslmode` means.

/** Head with user and password, hosts, path, query. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)([^?]*)\??(.*)$/;
const TARGETS = ["read-write", "primary"];
/**
 * `no-verify` encrypts and trusts any server. The others but `disable` verify the server's name and
 * certificate: those that libpq verifies less for are what providers hand out.
 */
const SSL_MODES = ["disable", "no-verify", "prefer", "require", "verify-ca", "verify-full"];

/** Returns a URL for each host, in order. */
export function urlsOf(url: string): [string, ...string[]] {
  const [, head = "", hosts = "", path = "", search = ""] = PARTS.exec(url) ?? [];
  if (!hosts.includes(",")) return [url];
  const query = new URLSearchParams(search);
  query.delete("target_session_attrs");
  const tail = query.size > 0 ? `${path}?${query}` : path;
  const [first = "", ...others] = hosts.split(",").map((host) => `${head}${host}${tail}`);
  return [first, ...others];
}

const FORM =
  "must be postgresql://user:password@host:port/database; several hosts are separated by commas";
const SPECIAL =
  "has a user or password whose special characters are not percent-encoded: " +
  "@ is %40, / is %2F, ? is %3F, # is %23, % is %25";

/** Returns true where user or password end early at a special character, so that the rest becomes a host. */
function isMisread(text: string): boolean {
  const target = text.replace(/^\w+:\/\//, "").replace(/\?[^@]*$/, "");
  return /[@/?#]|%(?![\da-f]{2})/i.test(target.slice(0, Math.max(0, target.lastIndexOf("@"))));
}

/** Completes "DATABASE_URL: …" without any part of the URL, or returns null for a good one. */
export function databaseUrlFault(text: string): string | null {
  if (isMisread(text)) return SPECIAL;
  const isUrl = (url: string) =>
    URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol);
  if (!urlsOf(text).every(isUrl)) return FORM;
  const query = new URLSearchParams(PARTS.exec(text)?.[4]);
  const [target, sslMode] = [query.get("target_session_attrs"), query.get("sslmode")];
  if (target !== null && !TARGETS.includes(target)) {
    return `has a target_session_attrs that is none of ${TARGETS.join(", ")}`;
  }
  if (sslMode !== null && !SSL_MODES.includes(sslMode)) {
    return `has an sslmode that is none of ${SSL_MODES.join(", ")}`;
  }
  return null;
}

/** Returns the URL for pg, which warns of each mode whose name means less to libpq. */
export function driverUrl(url: string): string {
  return url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, "$1verify-full");
}

/**
 * Returns the schema of a URL with `options=-c search_path=NAME`. Prisma names a schema in each
 * statement, unlike ours, and would name `public`.
 */
export function schemaOf(url: string): { schema: string } | undefined {
  const [first] = urlsOf(url);
  const options = URL.canParse(first) ? new URL(first).searchParams.get("options") : null;
  const schema = /search_path=(\w+)/.exec(options ?? "")?.[1];
  return schema === undefined ? undefined : { schema };
}
