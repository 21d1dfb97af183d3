"use client";
// What the workers have to do, how far they are, and what to do where they are not.
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import type { RouterOutput } from "#trpc/router";
import { Light } from "#ui/admin/light";
import { useOperator } from "#ui/admin/operator-shell";
import { Badge, Loading, PageHead, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { Time } from "#ui/admin/time";
import { useTRPC } from "#ui/admin/trpc";

type Shown = RouterOutput["operatorQueues"]["get"];
type Queue = Shown["queues"][number];

const REFRESH_MS = 5_000;

function Count({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-quiet">{label}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}

const counted = (number: number) => number.toLocaleString("en-US");
const moment = (at: string | null) => (at ? <Time at={at} /> : "–");

function QueueItem({ queue }: { queue: Queue }) {
  return (
    <li className="py-5 first:pt-0 last:pb-0">
      <div className="flex items-start gap-3">
        <span className="mt-0.5">
          <Light light={queue.light} isBare />
        </span>
        <div className="min-w-0 flex-1">
          <h3 className="font-medium">{queue.name}</h3>
          <p className="text-[0.9375rem] text-pretty">{queue.told}</p>
          {queue.act && <p className="text-[0.9375rem] text-pretty text-quiet">{queue.act}</p>}
          <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-3 text-[0.9375rem] sm:grid-cols-3 xl:grid-cols-6">
            <Count label="Due">{counted(queue.due)}</Count>
            <Count label="Due since">{moment(queue.oldestDueAt)}</Count>
            <Count label={queue.task === "matching" ? "For credits" : "For later"}>
              {counted(queue.later)}
            </Count>
            <Count label="Tried again">{counted(queue.retrying)}</Count>
            <Count label="Last looked">{moment(queue.doneOn)}</Count>
            <Count label="Last did some">{moment(queue.workedOn)}</Count>
          </dl>
        </div>
      </div>
    </li>
  );
}

function Workers({ shown: { workers, act, lastSeenOn } }: { shown: Shown }) {
  if (workers.length === 0) {
    return (
      <div role="alert" className="rounded-xl border border-danger/40 px-4 py-3">
        <p className="font-medium text-danger">No worker runs</p>
        <p className="mt-1 text-[0.9375rem] text-quiet">
          {lastSeenOn ? (
            <>
              The last was seen <Time at={lastSeenOn} />.
            </>
          ) : (
            "None was ever seen."
          )}{" "}
          {act}
        </p>
      </div>
    );
  }
  return (
    <ul className="divide-y divide-line text-[0.9375rem]">
      {workers.map(({ id, startedOn, seenOn }) => (
        <li
          key={id}
          className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-2.5 first:pt-0 last:pb-0"
        >
          <span className="flex flex-wrap items-center gap-2">
            <Badge look="good">Runs</Badge> since <Time at={startedOn} />
          </span>
          <span className="text-quiet">
            last seen <Time at={seenOn} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Failing({ failing }: Pick<Shown, "failing">) {
  const { base } = useOperator();
  if (failing.length === 0) {
    return <p className="text-[0.9375rem] text-quiet">None: every receiver takes its callbacks.</p>;
  }
  return (
    <ul className="divide-y divide-line text-[0.9375rem]">
      {failing.map(({ accountId, liveAccountId, name, mode, retrying, failed, host }) => (
        <li
          key={accountId}
          className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-2.5 first:pt-0 last:pb-0"
        >
          <span>
            <Link
              href={`${base}/accounts/${liveAccountId ?? accountId}`}
              prefetch={false}
              className="link"
            >
              {name}
            </Link>{" "}
            <span className="text-quiet">
              {mode}
              {host && `, latest to ${host}`}
            </span>
          </span>
          <span className="tabular-nums">
            {counted(retrying)} tried again, {counted(failed)} given up
          </span>
        </li>
      ))}
    </ul>
  );
}

export function Queues() {
  const found = useQuery(
    useTRPC().operatorQueues.get.queryOptions(undefined, { refetchInterval: REFRESH_MS }),
  );
  const shown = found.data;
  return (
    <>
      <PageHead
        title="Queues"
        intro="What the workers have to do, live and test together. Looked at anew every five seconds."
        acts={shown && <Light light={shown.light} />}
      />
      {found.error && <ProblemNote error={found.error} onRetry={() => found.refetch()} />}
      {!shown && !found.error && <Loading />}
      {shown && (
        <>
          <Panel title="Workers">
            <Workers shown={shown} />
          </Panel>
          <Panel title="Work">
            <ul className="divide-y divide-line">
              {shown.queues.map((queue) => (
                <QueueItem key={queue.task} queue={queue} />
              ))}
            </ul>
          </Panel>
          <Panel title="Callbacks that fail, by account">
            <Failing failing={shown.failing} />
          </Panel>
        </>
      )}
    </>
  );
}
