"use client";
// What the workers have to do, how far they are, and what to do where they are not.
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
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
const JUST_NOW_MS = 10_000;

/** As far as the server counts. */
const MAX_COUNTED = 10_000;

function counted(number: number): string {
  const shown = number.toLocaleString("en-US");
  return number < MAX_COUNTED ? shown : `${shown} or more`;
}

const spans = [
  { unit: "day", ms: 24 * 3_600_000 },
  { unit: "hour", ms: 3_600_000 },
  { unit: "minute", ms: 60_000 },
  { unit: "second", ms: 1000 },
] as const;

/** "12 sec. ago", by the server's clock. */
function ago(at: string, now: string): string {
  const ms = Date.parse(now) - Date.parse(at);
  if (ms < JUST_NOW_MS) return "just now";
  const { unit, ms: unitMs } = spans.find((span) => ms >= span.ms) ?? spans[3];
  const format = new Intl.RelativeTimeFormat("en", { style: "short" });
  return format.format(-Math.floor(ms / unitMs), unit);
}

/** What is worth saying of a queue besides its line. */
function factsOf(queue: Queue, now: string): string[] {
  const { due, oldestDueAt, later, doneOn, workedOn } = queue;
  const facts = [
    due > 0 && queue.light === "good" && `${counted(due)} due`,
    oldestDueAt && `the oldest ${ago(oldestDueAt, now)}`,
    later > 0 &&
      `${counted(later)} ${queue.task === "matching" ? "wait for credits" : "for later"}`,
    doneOn ? `looked ${ago(doneOn, now)}` : "not looked at yet",
    workedOn && `did some ${ago(workedOn, now)}`,
  ];
  return facts.filter((fact) => typeof fact === "string");
}

function QueueItem({ queue, now }: { queue: Queue; now: string }) {
  return (
    <li className="flex items-start gap-3 py-4 first:pt-0 last:pb-0">
      <span className="mt-0.5">
        <Light light={queue.light} isBare />
      </span>
      <div className="min-w-0 flex-1 text-[0.9375rem] text-pretty">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6">
          <h3 className="font-medium">{queue.name}</h3>
          <p className="text-sm text-quiet tabular-nums">{factsOf(queue, now).join(" · ")}</p>
        </div>
        {queue.light !== "good" && <p className="mt-1">{queue.message}</p>}
        {queue.action && <p className="text-quiet">{queue.action}</p>}
      </div>
    </li>
  );
}

function Workers({ shown: { now, workers, action, lastSeenOn } }: { shown: Shown }) {
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
          {action}
        </p>
      </div>
    );
  }
  return (
    <ul className="divide-y divide-line text-[0.9375rem]">
      {workers.map(({ id, startedOn, lastSeenOn }) => (
        <li
          key={id}
          className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-2.5 first:pt-0 last:pb-0"
        >
          <span className="flex flex-wrap items-center gap-2">
            <Badge look="good">Runs</Badge> since <Time at={startedOn} />
          </span>
          <span className="text-quiet">last seen {ago(lastSeenOn, now)}</span>
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

function FailedJobs({ failedJobs }: Pick<Shown, "failedJobs">) {
  if (failedJobs.length === 0) {
    return <p className="text-[0.9375rem] text-quiet">No jobs failed for good this week.</p>;
  }
  return (
    <ul className="divide-y divide-line text-[0.9375rem]">
      {failedJobs.map(({ id, name, subjectId, attempts, lastError, failedOn }) => (
        <li key={id} className="py-2.5 first:pt-0 last:pb-0">
          <div className="flex flex-wrap justify-between gap-x-4">
            <span className="font-medium">{name}</span>
            <span className="text-sm text-quiet tabular-nums">
              {attempts === 1 ? "1 attempt" : `${attempts} attempts`}
              {failedOn && (
                <>
                  , <Time at={failedOn} />
                </>
              )}
            </span>
          </div>
          <p className="text-sm break-words text-quiet">
            {subjectId ?? id}
            {lastError && `: ${lastError}`}
          </p>
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
                <QueueItem key={queue.task} queue={queue} now={shown.now} />
              ))}
            </ul>
          </Panel>
          <Panel title="Failed jobs">
            <FailedJobs failedJobs={shown.failedJobs} />
          </Panel>
          <Panel title="Callbacks that fail, by account">
            <Failing failing={shown.failing} />
          </Panel>
        </>
      )}
    </>
  );
}
