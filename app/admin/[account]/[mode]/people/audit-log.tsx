"use client";
import Link from "next/link";
import { useAccount } from "#ui/admin/account";
import { Time } from "#ui/admin/format";
import { datesBy } from "#ui/admin/list-dates";
import { ListScreen } from "#ui/admin/list-screen";
import { LogDetails } from "#ui/admin/log-details";
import { ScreenLink } from "#ui/admin/screen-link";
import { useScreenData } from "#ui/admin/trpc";
import { queries } from "./queries";
import {
  actionOptions,
  actionText,
  actorOptions,
  actorText,
  type Entry,
  pathOf,
  subjectText,
} from "./sentences";

function Sentence({ entry }: { entry: Entry }) {
  const [subject, path] = [subjectText(entry), pathOf(entry)];
  return (
    <p>
      <span className="font-medium">{actorText(entry)}</span> {actionText(entry)}{" "}
      {subject && path ? (
        <ScreenLink to={path}>{subject}</ScreenLink>
      ) : (
        subject && <span className="font-medium">{subject}</span>
      )}
    </p>
  );
}

function detailsOf(entry: Entry): [string, string][] {
  const { actor, action, subject, data, changes, requestId } = entry;
  const shortText = (text: string) => (text === "null" ? "–" : text);
  const edits = changes.map(({ field, before, after }): [string, string] => [
    field.replaceAll("_", " "),
    before === after
      ? "changed; the values are not logged"
      : `${shortText(before)} → ${shortText(after)}`,
  ]);
  const edited = new Set(changes.map(({ field }) => field));
  const rest = Object.entries(data).filter(([name]) => !edited.has(name));
  const fields = rest.map(([name, value]): [string, string] => [
    name.replaceAll("_", " "),
    value === null ? "–" : String(value),
  ]);
  const ids: [string, string | null][] = [
    ["action", action],
    ["by", actor.email ?? actor.id],
    ["target", subject?.id ?? null],
    ["request", requestId],
  ];
  return [
    ...edits,
    ...fields,
    ...ids.flatMap(([name, id]): [string, string][] => (id ? [[name, id]] : [])),
  ];
}

/** Entries about people and roles belong to the live account. */
function Intro() {
  const { account, mode } = useAccount();
  if (mode === "live")
    return "All changes, by people, API keys, the operator and Carbon Till itself.";
  return (
    <>
      All changes in test mode. For changes to the team and the account, see the{" "}
      <Link
        href={`/admin/${account.slug}/live/people?show=audit`}
        prefetch={false}
        className="link"
      >
        live log
      </Link>
      .
    </>
  );
}

export function AuditLog({ title }: { title: string }) {
  const { entries: list } = useScreenData(queries);
  return (
    <ListScreen
      title={title}
      label="Audit log"
      intro={<Intro />}
      filters={[
        { name: "actor", label: "By", options: actorOptions },
        { name: "action", label: "Action", options: actionOptions },
      ]}
      dates={[datesBy("Date")]}
      csv="audit"
      keyOf={(entry: Entry) => entry.id}
      query={list}
      columns={[
        {
          head: "Action",
          cell: (entry) => (
            <>
              <Sentence entry={entry} />
              <p className="text-sm text-quiet sm:hidden">
                <Time at={entry.at} />
              </p>
              <LogDetails details={detailsOf(entry)} />
            </>
          ),
        },
        { head: "Date", isExtra: true, align: "right", at: (entry) => entry.at },
      ]}
      empty={["No changes yet", "Orders have their own list. All other changes appear here."]}
    />
  );
}
