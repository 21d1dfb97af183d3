"use client";
import type { RouterOutput } from "#trpc/router";
import { ActionButton } from "#ui/admin/button";
import { count, plural, Time } from "#ui/admin/format";
import { Badge, Health, Item, Items, Loaded, Panel, Screen } from "#ui/admin/page";
import { ScreenLink } from "#ui/admin/screen-link";
import { useChange, useScreenData } from "#ui/admin/trpc";
import { LedgerCheck } from "./ledger-panel";
import { queries } from "./queries";

type Data = RouterOutput["operatorQueues"]["get"];
type Queue = Data["queues"][number];

const JUST_NOW_MS = 10_000;
/** The server counts no further. */
const MAX_COUNT = 10_000;

const limited = (value: number) => (value < MAX_COUNT ? count(value) : `${count(value)} or more`);

const spans = [
  { unit: "day", ms: 24 * 3_600_000 },
  { unit: "hour", ms: 3_600_000 },
  { unit: "minute", ms: 60_000 },
  { unit: "second", ms: 1000 },
] as const;

/** Returns "12 sec. ago", by the server's clock. */
function ago(at: string, now: string): string {
  const ms = Date.parse(now) - Date.parse(at);
  if (ms < JUST_NOW_MS) return "just now";
  const { unit, ms: unitMs } = spans.find((span) => ms >= span.ms) ?? spans[3];
  const format = new Intl.RelativeTimeFormat("en-US", { style: "short" });
  return format.format(-Math.floor(ms / unitMs), unit);
}

function detailsOf(queue: Queue, now: string): string[] {
  const { due, oldestDueAt, later, doneOn, workedOn } = queue;
  const details = [
    due > 0 && queue.light === "good" && `${limited(due)} due`,
    oldestDueAt && `oldest due ${ago(oldestDueAt, now)}`,
    later > 0 && `${limited(later)} ${queue.task === "matching" ? "waiting for credits" : "later"}`,
    doneOn ? `checked ${ago(doneOn, now)}` : "not checked yet",
    workedOn && `last work ${ago(workedOn, now)}`,
  ];
  return details.filter((detail) => typeof detail === "string");
}

function QueueItem({ queue, now }: { queue: Queue; now: string }) {
  return (
    <li className="flex items-start gap-3 py-4 first:pt-0 last:pb-0">
      <span className="mt-0.5">
        <Health health={queue.light} isIcon />
      </span>
      <div className="min-w-0 flex-1 text-[0.9375rem] text-pretty">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6">
          <h3 className="font-medium">{queue.name}</h3>
          <p className="text-sm text-quiet tabular-nums">{detailsOf(queue, now).join(" · ")}</p>
        </div>
        {queue.light !== "good" && <p className="mt-1">{queue.message}</p>}
        {queue.action && <p className="text-quiet">{queue.action}</p>}
      </div>
    </li>
  );
}

function Workers({ status: { now, workers, action, lastSeenOn } }: { status: Data }) {
  if (workers.length === 0) {
    return (
      <div role="alert" className="rounded-xl border border-danger/40 px-4 py-3">
        <p className="font-medium text-danger">No worker is running</p>
        <p className="mt-1 text-[0.9375rem] text-quiet">
          {lastSeenOn && (
            <>
              The last worker was active <Time at={lastSeenOn} />.{" "}
            </>
          )}
          {action}
        </p>
      </div>
    );
  }
  return (
    <Items>
      {workers.map(({ id, startedOn, lastSeenOn: activeOn }) => (
        <Item key={id}>
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone="good">Running</Badge> since <Time at={startedOn} />
          </span>
          <span className="text-quiet">last active {ago(activeOn, now)}</span>
        </Item>
      ))}
    </Items>
  );
}

function FailingAccounts({ failing }: Pick<Data, "failing">) {
  return (
    <Items empty="None. All receivers accept their events.">
      {failing.map(({ accountId, liveAccountId, name, mode, waiting, failed, host }) => (
        <Item
          key={accountId}
          title={<ScreenLink to={`/accounts/${liveAccountId ?? accountId}`}>{name}</ScreenLink>}
          note={host ? `${mode}, latest to ${host}` : mode}
        >
          <span className="tabular-nums">
            {limited(waiting)} waiting, {limited(failed)} failed
          </span>
        </Item>
      ))}
    </Items>
  );
}

function FailedJobs({ failedJobs }: Pick<Data, "failedJobs">) {
  const retry = useChange((trpc) => trpc.operatorQueues.retryJob);
  return (
    <Items empty="No failed jobs in the last 7 days.">
      {failedJobs.map(({ id, name, subjectId, attempts, lastError, failedOn, isRetryable }) => (
        <Item
          key={id}
          title={name}
          note={
            <>
              {plural(attempts, "attempt")}
              {failedOn && (
                <>
                  , <Time at={failedOn} />
                </>
              )}
              . {subjectId ?? id}
              {lastError && `: ${lastError}`}
            </>
          }
        >
          {isRetryable && (
            <ActionButton done="Job queued" run={() => retry({ id })}>
              Retry job
            </ActionButton>
          )}
        </Item>
      ))}
    </Items>
  );
}

export function Status() {
  const { status: query } = useScreenData(queries);
  return (
    <Screen
      title="System"
      intro="Background work and the ledger, in live and test mode. Work is updated every five seconds."
      actions={query.data && <Health health={query.data.light} />}
    >
      <Loaded query={query}>
        {(status) => (
          <>
            <Panel title="Workers">
              <Workers status={status} />
            </Panel>
            <Panel title="Work">
              <ul className="divide-y divide-line">
                {status.queues.map((queue) => (
                  <QueueItem key={queue.task} queue={queue} now={status.now} />
                ))}
              </ul>
            </Panel>
            <Panel title="Failed jobs">
              <FailedJobs failedJobs={status.failedJobs} />
            </Panel>
            <Panel title="Accounts with failing deliveries">
              <FailingAccounts failing={status.failing} />
            </Panel>
          </>
        )}
      </Loaded>
      <LedgerCheck />
    </Screen>
  );
}
