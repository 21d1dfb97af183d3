"use client";
// The security events of the installation, newest first, found by kind, person or network.
import { useQuery } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import type { ListSecurityEvents } from "#schemas/people";
import type { AppRouter } from "#trpc/router";
import { ListTools } from "#ui/admin/list-tools";
import { Badge, Empty, PageHead } from "#ui/admin/page";
import { DataTable, useListState } from "#ui/admin/table";
import { Time } from "#ui/admin/time";
import { Title } from "#ui/admin/title";
import { useTRPC } from "#ui/admin/trpc";

type SecurityEvent = inferRouterOutputs<AppRouter>["operatorSecurity"]["list"]["data"][number];
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
  ];
  return (
    <>
      <p className="font-medium">
        {names[event.kind as Kind] ?? event.kind}{" "}
        {event.count > 1 && <Badge look="quiet">{event.count.toLocaleString("en-US")} times</Badge>}
      </p>
      <p className="text-sm text-quiet sm:hidden">
        <Time at={event.lastOn} /> · {event.network}
      </p>
      <details className="mt-1">
        <summary className="inline-block cursor-pointer rounded py-1 text-sm text-quiet hover:text-ink">
          Details
        </summary>
        <dl className="mt-1.5 mb-1 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
          {details.map(([name, value]) => (
            <div key={name} className="contents max-sm:block">
              <dt className="text-quiet capitalize">{name}</dt>
              <dd className="break-words max-sm:mb-1">{value ?? "–"}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}

function Who({ event: { person, emailHash } }: { event: SecurityEvent }) {
  if (!person) return emailHash ? `Unknown address (${emailHash})` : "Signed out";
  return (
    <>
      {person.name}
      <span className="block text-sm text-quiet">{person.email}</span>
    </>
  );
}

function SecurityEvents() {
  const { place, filters } = useListState();
  const query = filters("kind", "search") as { kind?: Kind; search?: string };
  const list = useQuery(useTRPC().operatorSecurity.list.queryOptions({ ...place, ...query }));
  return (
    <>
      <PageHead
        title="Security"
        intro="Failed and unusual sign-ins across all accounts, live and test. Repeats within an hour are one row. Kept for 180 days."
      />
      <ListTools
        search="Whole e-mail or network address"
        filters={[
          {
            name: "kind",
            label: "Event",
            options: Object.entries(names).map(([value, text]) => ({ value, text })),
          },
        ]}
      />
      <DataTable
        label="Security events"
        keyOf={(event: SecurityEvent) => event.id}
        query={list}
        columns={[
          { head: "Event", cell: (event) => <Event event={event} /> },
          { head: "Who", cell: (event) => <Who event={event} /> },
          { head: "Network", isExtra: true, cell: (event) => event.network },
          {
            head: "Latest",
            isExtra: true,
            align: "right",
            cell: (event) => <Time at={event.lastOn} />,
          },
        ]}
        empty={<Empty title="No security events yet" />}
      />
    </>
  );
}

export default function SecurityPage() {
  return (
    <>
      <Title>Security</Title>
      <SecurityEvents />
    </>
  );
}
