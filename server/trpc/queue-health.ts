// Judges whether each queue keeps up, and what to do if it doesn't. Pure.
import { type Backlog, MAX_COUNTED, type TaskMark, type WorkerStatus } from "#core/workers";
import { jobKindNames, jobKinds } from "#domain/queue";

/** Good; check it; act now. */
export type Light = "good" | "waits" | "bad";

export interface Kind {
  /** Name of the worker's task. */
  task: string;
  name: string;
  /** Work that has been due for longer is late, or far too late. */
  lateMs: number;
  tooLateMs: number;
  /** Advice if work fails or is given up. */
  advice: string;
}

export interface Health {
  light: Light;
  message: string;
  /** Null if there is nothing to do. */
  action: string | null;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

export const kinds: readonly Kind[] = [
  {
    task: "matching",
    name: "Order matching",
    lateMs: 10 * SECOND,
    tooLateMs: MINUTE,
    advice: "Orders that wait for credits need new lots.",
  },
  {
    task: "deliveries",
    name: "Webhook deliveries",
    lateMs: MINUTE,
    tooLateMs: 5 * MINUTE,
    advice:
      "Contact the accounts below: their receivers are slow or fail. Another worker won't help.",
  },
  {
    task: "payments",
    name: "Payment status polls",
    lateMs: MINUTE,
    tooLateMs: 5 * MINUTE,
    advice: "Check the provider's keys and its status page.",
  },
  {
    task: "registries",
    name: "Registry requests",
    lateMs: MINUTE,
    tooLateMs: 10 * MINUTE,
    advice:
      "Run npm run till -- doctor, and check the registry's status page. A refused request needs a " +
      "person: its reason is in the worker's log.",
  },
  ...jobKindNames.map((task) => {
    const { label, lateMs, tooLateMs, advice } = jobKinds[task];
    return { task, name: label, lateMs, tooLateMs, advice };
  }),
];

export const START_A_WORKER =
  "Start a worker with npm run worker, or a server without CT_WORKER=0. If one should be " +
  "running, check its log.";

const latest = (values: (string | null | undefined)[]) =>
  values.reduce<string | null>((last, at) => (at && (!last || at > last) ? at : last), null);

/** Combines the results of the task in all workers. */
export function markOf(workers: readonly WorkerStatus[], task: string): TaskMark {
  const marks = workers.flatMap(({ tasks }) => tasks[task] ?? []);
  const failedOn = latest(marks.map((mark) => mark.failedOn));
  return {
    doneOn: latest(marks.map((mark) => mark.doneOn)),
    workedOn: latest(marks.map((mark) => mark.workedOn)),
    failedOn,
    failure: marks.find((mark) => mark.failedOn === failedOn)?.failure ?? null,
  };
}

const counted = (number: number) => number.toLocaleString("en-US");

/** "10,000 or more" if counting stopped there. */
function amount(number: number): string {
  return number < MAX_COUNTED ? counted(number) : `${counted(MAX_COUNTED)} or more`;
}

interface Assessment {
  kind: Kind;
  backlog: Backlog;
  mark: TaskMark;
  hasWorker: boolean;
  now: Date;
}

export function assess({ kind, backlog, mark, hasWorker, now }: Assessment): Health {
  const { due, oldestDueAt, held = 0, retrying, lost } = backlog;
  if (!hasWorker) {
    const message =
      due > 0 ? `${amount(due)} due, but no worker is running` : "No worker is running";
    // The advice is shown once for all queues.
    return { light: "bad", message, action: null };
  }
  if (mark.failedOn !== null && mark.failedOn > (mark.doneOn ?? "")) {
    const message = `Failing: ${mark.failure ?? "see the log"}`;
    return { light: "bad", message, action: `${kind.advice} The worker retries every second.` };
  }
  const lateMs = oldestDueAt ? now.getTime() - oldestDueAt.getTime() : 0;
  if (lateMs > kind.lateMs) {
    const light = lateMs > kind.tooLateMs ? "bad" : "waits";
    const message = `${amount(due)} due: the worker can't keep up`;
    return {
      light,
      message,
      action: "Start another worker: npm run worker. You can run any number.",
    };
  }
  if (lost > 0 || retrying > 0 || held > 0) {
    const parts = [
      held > 0 && `${amount(held)} held for receivers that keep failing or are slow`,
      lost > 0 && `${amount(lost)} given up since yesterday`,
      retrying > 0 && `${amount(retrying)} failed and will be retried`,
    ];
    return { light: "waits", message: parts.filter(Boolean).join(", "), action: kind.advice };
  }
  return {
    light: "good",
    message: due > 0 ? `${amount(due)} in progress` : "Up to date",
    action: null,
  };
}

export function worstOf(lights: readonly Light[]): Light {
  return (["bad", "waits"] as const).find((light) => lights.includes(light)) ?? "good";
}
