// Names of crash points: `pay:1:after checkout-save-payment#2` runs flow `pay` with seed 1 and
// kills it after the second execution of that statement, before its response is read.

import { createHash } from "node:crypto";

/** The process is killed before the step is sent, once it is sent, or after its effect. */
const kills = ["before", "sent", "after"] as const;
/**
 * The process lives but the response fails: the connection breaks before or after the effect or
 * halfway, the response is late, or the request arrives twice.
 */
const networkFailures = ["refused", "lost", "halved", "late", "twice"] as const;

export type Kill = (typeof kills)[number];
export type NetworkFailure = (typeof networkFailures)[number];
export type Failure = Kill | NetworkFailure;

/**
 * A reading statement, a writing one, an external call, or one exchange of a dialog, which can't
 * arrive twice.
 */
export type StepKind = "read" | "write" | "call" | "exchange";

export interface Step {
  kind: StepKind;
  label: string;
}

/**
 * Step at which the failure happens: the nth step with this label. The order of concurrent steps
 * varies, but not their order within a label.
 */
export interface Hit {
  failure: Failure;
  label: string;
  occurrence: number;
}

/** A second kill, at the nth step of the recovery. */
export interface SecondHit {
  failure: Kill;
  nth: number;
}

export interface Point {
  flow: string;
  seed: number;
  hit: Hit;
  second?: SecondHit;
}

/**
 * Failures by kind of step. A read has no effect to distinguish `sent` and `after`, and half a
 * response is a lost one.
 */
const failures: Record<StepKind, readonly Failure[]> = {
  read: ["before", "after", "refused", "lost"],
  write: ["before", "sent", "after", "refused", "lost", "halved", "late"],
  call: ["before", "after", "refused", "lost", "halved", "late", "twice"],
  exchange: ["before", "after", "refused", "lost", "halved", "late"],
};

export function isKill(failure: Failure): failure is Kill {
  return (kills as readonly Failure[]).includes(failure);
}

/** Steps with their number among those of the same label. */
function* countedIn(steps: readonly Step[]): Generator<Step & { occurrence: number }> {
  const counts = new Map<string, number>();
  for (const step of steps) {
    const occurrence = (counts.get(step.label) ?? 0) + 1;
    counts.set(step.label, occurrence);
    yield { ...step, occurrence };
  }
}

/** All points of a flow whose run without a failure has these steps. */
export function pointsOf(flow: string, seed: number, steps: readonly Step[]): Point[] {
  return [...countedIn(steps)].flatMap(({ kind, label, occurrence }) =>
    failures[kind].map((failure) => ({ flow, seed, hit: { failure, label, occurrence } })),
  );
}

export function nameOf({ flow, seed, hit, second }: Point): string {
  const again = second ? `+${second.nth}:${second.failure}` : "";
  const which = hit.occurrence > 1 ? `#${hit.occurrence}` : "";
  return `${flow}:${seed}:${hit.failure}${again} ${hit.label}${which}`;
}

function failureNamed(text: string | undefined, name: string): Failure {
  const known = [...kills, ...networkFailures].find((one) => one === text);
  if (known) return known;
  throw new Error(`"${name}" is not a crash point of the form FLOW:SEED:FAILURE STATEMENT`);
}

/** Reads a point's name. @throws Error */
export function parsePoint(name: string): Point {
  const form = /^(\w+):(\d+):(\w+)(?:\+(\d+):(\w+))? (.+?)(?:#(\d+))?$/;
  const [, flow = "", seed, failure, nth, secondFailure, label = "", occurrence = "1"] =
    form.exec(name) ?? [];
  const hit = { failure: failureNamed(failure, name), label, occurrence: Number(occurrence) };
  const point: Point = { flow, seed: Number(seed), hit };
  if (nth === undefined) return point;
  const again = failureNamed(secondFailure, name);
  if (!isKill(again))
    throw new Error(`"${name}": the second failure must be before, sent or after`);
  return { ...point, second: { nth: Number(nth), failure: again } };
}

/** Steps of a short recovery; a kill beyond its end does not happen. */
const RECOVERY_STEPS = 16;
const secondKills: readonly Kill[] = ["before", "after"];

function drawn(point: Point): Point {
  const digest = createHash("sha256").update(nameOf(point)).digest();
  const failure = secondKills[digest.readUInt8(1) % secondKills.length] ?? "before";
  const nth = 1 + (digest.readUInt8(2) % RECOVERY_STEPS);
  return digest.readUInt8(0) % 3 === 0 ? { ...point, second: { nth, failure } } : point;
}

/** Adds a second kill to some points, drawn by their names: a third of all recoveries is killed. */
export function withSecondKills(points: readonly Point[]): Point[] {
  return points.map((point) => (isKill(point.hit.failure) ? drawn(point) : point));
}
