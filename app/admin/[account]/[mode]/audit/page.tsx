"use client";
// The audit log as sentences, newest first; the details of each unfold.
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useHere } from "#ui/admin/account-shell";
import { ListTools } from "#ui/admin/list-tools";
import { Empty, PageHead } from "#ui/admin/page";
import { DataTable, useListState } from "#ui/admin/table";
import { Time } from "#ui/admin/time";
import { Title } from "#ui/admin/title";
import { useTRPC } from "#ui/admin/trpc";
import {
  actionOptions,
  actorOptions,
  actorText,
  type Deed,
  deedText,
  placeOf,
  subjectText,
} from "./sentences";

function Sentence({ deed }: { deed: Deed }) {
  const { base } = useHere();
  const [subject, place] = [subjectText(deed), placeOf(deed)];
  const target =
    subject && place ? (
      <Link href={base + place} prefetch={false} className="link">
        {subject}
      </Link>
    ) : (
      subject && <span className="font-medium">{subject}</span>
    );
  return (
    <p>
      <span className="font-medium">{actorText(deed)}</span> {deedText(deed)} {target}
    </p>
  );
}

/** "Until when" is data as any other: what the deed says of itself, by its own names. */
function detailsOf({ actor, action, subject, data, requestId }: Deed): [string, string][] {
  const said = Object.entries(data).map(([name, value]): [string, string] => [
    name.replaceAll("_", " "),
    value === null ? "–" : String(value),
  ]);
  const ids: [string, string | null][] = [
    ["action", action],
    ["by", actor.email ?? actor.id],
    ["target", subject?.id ?? null],
    ["request", requestId],
  ];
  return [...said, ...ids.flatMap(([name, id]): [string, string][] => (id ? [[name, id]] : []))];
}

function Details({ deed }: { deed: Deed }) {
  return (
    <details className="mt-1">
      <summary className="inline-block cursor-pointer rounded py-1 text-sm text-quiet hover:text-ink">
        Details
      </summary>
      <dl className="mt-1.5 mb-1 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
        {detailsOf(deed).map(([name, value]) => (
          <div key={name} className="contents max-sm:block">
            <dt className="text-quiet">{name}</dt>
            <dd className="max-sm:mb-1">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** People and their roles belong to the live account, and are told of there. */
function Intro() {
  const { account, mode } = useHere();
  if (mode === "live") return "Who did what, by the API, here, by command or by itself.";
  return (
    <>
      Who did what on test. The team and the account itself are told of in the{" "}
      <Link href={`/admin/${account.slug}/live/audit`} prefetch={false} className="link">
        live log
      </Link>
      .
    </>
  );
}

function AuditLog() {
  const { place, filters } = useListState();
  const asked = filters("actor", "action", "from", "to") as {
    actor?: Deed["actor"]["type"];
    action?: string;
    from?: string;
    to?: string;
  };
  const list = useQuery(useTRPC().audit.list.queryOptions({ ...place, ...asked }));
  return (
    <>
      <PageHead title="Audit log" intro={<Intro />} />
      <ListTools
        filters={[
          { name: "actor", label: "By", options: actorOptions },
          { name: "action", label: "What", options: actionOptions },
        ]}
        dates="Done"
        csv="audit"
      />
      <DataTable
        label="Audit log"
        keyOf={(deed: Deed) => deed.id}
        query={list}
        columns={[
          {
            head: "What",
            cell: (deed) => (
              <>
                <Sentence deed={deed} />
                <p className="text-sm text-quiet sm:hidden">
                  <Time at={deed.at} />
                </p>
                <Details deed={deed} />
              </>
            ),
          },
          {
            head: "When",
            isExtra: true,
            align: "right",
            cell: (deed) => <Time at={deed.at} />,
          },
        ]}
        empty={
          <Empty title="Nothing was done yet">
            <p>Placing an order is its own record; all else that changes something is here.</p>
          </Empty>
        }
      />
    </>
  );
}

export default function AuditLogPage() {
  return (
    <>
      <Title>Audit log</Title>
      <AuditLog />
    </>
  );
}
