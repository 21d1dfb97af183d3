"use client";
import type { ListSecurityEvents } from "#schemas/people";
import type { RouterOutput } from "#trpc/router";
import { plural, Time } from "#ui/admin/format";
import { ListScreen } from "#ui/admin/list-screen";
import { LogDetails } from "#ui/admin/log-details";
import { Badge } from "#ui/admin/page";
import { useScreenData } from "#ui/admin/trpc";
import { queries } from "./queries";

type SecurityEvent = RouterOutput["operatorSecurity"]["list"]["data"][number];
type Kind = NonNullable<ListSecurityEvents["kind"]>;

const names: Record<Kind, string> = {
  "auth.login_failed": "Login failed",
  "auth.code_failed": "Wrong second-factor code",
  "auth.passkey_failed": "Passkey refused",
  "auth.passkey_count_regressed": "Passkey may have been copied",
  "auth.attempts_limited": "Too many attempts",
  "auth.password_failed": "Wrong password in a confirmation",
  "auth.link_failed": "Unknown or expired link",
  "auth.reset_requested": "Password reset requested",
  "auth.password_changed": "Password changed",
  "auth.second_factor_changed": "Second factor changed",
  "auth.identity_changed": "Single sign-on login changed",
  "auth.email_changed": "Email address changed",
  "auth.new_device": "Login from a new device",
  "auth.sso_refused": "Single sign-on refused",
  "auth.sso_failed": "Single sign-on failed",
  "auth.permission_refused": "Permission refused",
};

function Event({ event }: { event: SecurityEvent }) {
  const details = [
    ...Object.entries(event.data),
    ["User agent", event.userAgent],
    ["Request", event.requestId],
    ["Event", event.kind],
  ] as const;
  return (
    <>
      <p className="font-medium">
        {names[event.kind as Kind] ?? event.kind}{" "}
        {event.count > 1 && <Badge tone="neutral">{plural(event.count, "time")}</Badge>}
      </p>
      <p className="text-sm text-quiet sm:hidden">
        <Time at={event.lastOn} /> · {event.network}
      </p>
      <LogDetails details={details} />
    </>
  );
}

export function Security() {
  const { securityEvents } = useScreenData(queries);
  return (
    <ListScreen
      title="Security"
      intro="Failed and unusual logins of all accounts, live and test. Repeats within an hour are one row. Kept for 180 days."
      search="Complete email or network address…"
      filters={[
        {
          name: "kind",
          label: "Event",
          options: Object.entries(names).map(([value, text]) => ({ value, text })),
        },
      ]}
      label="Security events"
      csv="security-events"
      keyOf={(event: SecurityEvent) => event.id}
      query={securityEvents}
      columns={[
        { head: "Event", cell: (event) => <Event event={event} /> },
        {
          head: "Person",
          cell: ({ person, emailHash }) =>
            person?.name ?? (emailHash ? `Unknown email (${emailHash})` : "Signed out"),
          note: ({ person }) => person?.email,
        },
        { head: "Network", isExtra: true, cell: (event) => event.network },
        { head: "Latest", isExtra: true, align: "right", at: (event) => event.lastOn },
      ]}
      empty={["No security events yet"]}
    />
  );
}
