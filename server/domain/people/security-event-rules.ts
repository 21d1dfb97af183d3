// The kinds of security events, by the names that the log and the dashboard show.

/** Stable names: runbooks and alert rules search for them. */
export const securityEventMessages = {
  "auth.login_failed": "login failed",
  "auth.code_failed": "wrong second-factor code",
  "auth.passkey_failed": "passkey refused",
  "auth.passkey_count_regressed": "passkey count went back; it may have been copied",
  "auth.attempts_limited": "too many attempts",
  "auth.password_failed": "wrong password in a confirmation",
  "auth.link_failed": "unknown or expired link from a mail",
  "auth.reset_requested": "password reset requested",
  "auth.password_changed": "password changed",
  "auth.second_factor_changed": "second factor added or removed",
  "auth.new_device": "login from a new device",
  "auth.sso_refused": "single sign-on refused",
  "auth.sso_failed": "single sign-on failed at the provider",
  "auth.permission_refused": "permission refused",
} as const;

export type SecurityEventKind = keyof typeof securityEventMessages;

export const securityEventKinds = Object.keys(securityEventMessages) as [
  SecurityEventKind,
  ...SecurityEventKind[],
];

/** One wrong password is everyday life. These deserve a look each. */
const unusual = new Set<SecurityEventKind>([
  "auth.attempts_limited",
  "auth.passkey_count_regressed",
  "auth.sso_failed",
  "auth.permission_refused",
]);

/** At which level the event is logged. */
export function levelOf(kind: SecurityEventKind): "info" | "warn" {
  return unusual.has(kind) ? "warn" : "info";
}

export function messageOf(kind: SecurityEventKind): string {
  return securityEventMessages[kind];
}
