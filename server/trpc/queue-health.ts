// Whether each kind of the worker's work is done in time, and what to do where it is not. Pure.
import { type Backlog, MAX_COUNTED, type TaskMark, type WorkerStatus } from "#core/workers";
import { jobKindNames, jobKinds } from "#domain/queue";

/** Green, amber, red: all is well, look at it, act now. */
export type Light = "good" | "waits" | "bad";

export interface Kind {
  /** The task's name, as the worker calls it. */
  task: string;
  name: string;
  /** What is due for longer is late, or far too late. */
  lateMs: number;
  tooLateMs: number;
  /** What to do about what fails or was given up. */
  advice: string;
}

export interface Health {
  light: Light;
  /** One line on how it stands. */
  message: string;
  /** What to do; null where there is nothing. */
  action: string | null;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** All kinds of work that the worker does. */
export const kinds: readonly Kind[] = [
  {
    task: "matching",
    name: "Matching of orders",
    lateMs: 10 * SECOND,
    tooLateMs: MINUTE,
    advice: "Orders that wait for credits need new lots.",
  },
  {
    task: "deliveries",
    name: "Callbacks to accounts",
    lateMs: MINUTE,
    tooLateMs: 5 * MINUTE,
    advice: "Tell the accounts below: their receivers do not answer, or answer with an error.",
  },
  {
    task: "payments",
    name: "Questions to the payment provider",
    lateMs: MINUTE,
    tooLateMs: 5 * MINUTE,
    advice: "Check the provider's keys and its status page.",
  },
  ...jobKindNames.map((task) => {
    const { label, lateMs, tooLateMs, advice } = jobKinds[task];
    return { task, name: label, lateMs, tooLateMs, advice };
  }),
];

export const START_A_WORKER =
  "Start one: npm run worker, or a server without CT_WORKER=0. If one should be running, look into its log.";

const latest = (values: (string | null | undefined)[]) =>
  values.reduce<string | null>((last, at) => (at && (!last || at > last) ? at : last), null);

/** How the task fares with all workers together. */
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

/** "10,000 or more" where counting stopped. */
function amount(number: number): string {
  return number < MAX_COUNTED ? counted(number) : `${counted(MAX_COUNTED)} or more`;
}

interface Judged {
  kind: Kind;
  backlog: Backlog;
  mark: TaskMark;
  hasWorker: boolean;
  now: Date;
}

/** How one kind of work stands. */
export function judge({ kind, backlog, mark, hasWorker, now }: Judged): Health {
  const { due, oldestDueAt, held = 0, retrying, lost } = backlog;
  if (!hasWorker) {
    const message = due > 0 ? `${amount(due)} due, and no worker runs` : "No worker runs";
    // What to do about it is said once, for all of them.
    return { light: "bad", message, action: null };
  }
  if (mark.failedOn !== null && mark.failedOn > (mark.doneOn ?? "")) {
    const message = `It fails: ${mark.failure ?? "the log says why"}`;
    return { light: "bad", message, action: `${kind.advice} The worker tries again every second.` };
  }
  const lateMs = oldestDueAt ? now.getTime() - oldestDueAt.getTime() : 0;
  if (lateMs > kind.lateMs) {
    const light = lateMs > kind.tooLateMs ? "bad" : "waits";
    const message = `${amount(due)} due, and the worker is behind`;
    return { light, message, action: "Start another worker: npm run worker. Any number may run." };
  }
  if (lost > 0 || retrying > 0 || held > 0) {
    const parts = [
      held > 0 && `${amount(held)} held for receivers that keep failing`,
      lost > 0 && `${amount(lost)} given up since yesterday`,
      retrying > 0 && `${amount(retrying)} failed and are tried again`,
    ];
    return { light: "waits", message: parts.filter(Boolean).join(", "), action: kind.advice };
  }
  return { light: "good", message: due > 0 ? `${amount(due)} in hand` : "All done", action: null };
}

/** The worst of them. */
export function worstOf(lights: readonly Light[]): Light {
  return (["bad", "waits"] as const).find((light) => lights.includes(light)) ?? "good";
}
