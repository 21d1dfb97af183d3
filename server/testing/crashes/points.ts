// Crash points by name: `pay:1:after checkout-save-payment#2` is the flow `pay` as seed 1 draws it,
// killed when that statement has had its effect for the second time and its answer is unread.

/** The process dies: before the step is sent, when it is sent, or when it has had its effect. */
const deaths = ["before", "sent", "after"] as const;
/**
 * The process lives on and the answer is at fault: the connection breaks before the effect, after
 * it, or in the middle of the answer; the answer comes late; the request arrives twice.
 */
const losses = ["refused", "lost", "halved", "late", "twice"] as const;

export type Death = (typeof deaths)[number];
export type Loss = (typeof losses)[number];
export type Mishap = Death | Loss;

/**
 * What a step is: a statement that reads, one that may write, a call to the outside world, or one
 * exchange of a dialog with it, which cannot arrive twice.
 */
export type StepKind = "read" | "write" | "call" | "exchange";

export interface Step {
  kind: StepKind;
  label: string;
}

/**
 * Where the mishap happens: at the step of this label, counted from 1. Work that runs side by side
 * takes its steps in another order each time, but each statement's first is its first.
 */
export interface Hit {
  mishap: Mishap;
  label: string;
  occurrence: number;
}

/** A second death, at the nth step of the recovery from the first. */
export interface SecondHit {
  mishap: Death;
  nth: number;
}

export interface Point {
  flow: string;
  seed: number;
  hit: Hit;
  second?: SecondHit;
}

/** A read has no effect that could come later; a half answer to it is a lost one. */
const mishaps: Record<StepKind, readonly Mishap[]> = {
  read: ["before", "after", "refused", "lost"],
  write: ["before", "sent", "after", "refused", "lost", "halved", "late"],
  call: ["before", "after", "refused", "lost", "halved", "late", "twice"],
  exchange: ["before", "after", "refused", "lost", "halved", "late"],
};

export function isDeath(mishap: Mishap): mishap is Death {
  return (deaths as readonly Mishap[]).includes(mishap);
}

/** The label of each step, and how many of the same it is. */
function* countedIn(steps: readonly Step[]): Generator<Step & { occurrence: number }> {
  const counts = new Map<string, number>();
  for (const step of steps) {
    const occurrence = (counts.get(step.label) ?? 0) + 1;
    counts.set(step.label, occurrence);
    yield { ...step, occurrence };
  }
}

/** All points of a flow whose undisturbed run has these steps. */
export function pointsOf(flow: string, seed: number, steps: readonly Step[]): Point[] {
  return [...countedIn(steps)].flatMap(({ kind, label, occurrence }) =>
    mishaps[kind].map((mishap) => ({ flow, seed, hit: { mishap, label, occurrence } })),
  );
}

export function nameOf({ flow, seed, hit, second }: Point): string {
  const again = second ? `+${second.nth}:${second.mishap}` : "";
  const which = hit.occurrence > 1 ? `#${hit.occurrence}` : "";
  return `${flow}:${seed}:${hit.mishap}${again} ${hit.label}${which}`;
}

function mishapNamed(text: string | undefined, name: string): Mishap {
  const found = [...deaths, ...losses].find((one) => one === text);
  if (found) return found;
  throw new Error(`"${name}" is no crash point, which reads FLOW:SEED:MISHAP STATEMENT`);
}

/** Reads a point's name. @throws Error */
export function parsePoint(name: string): Point {
  const form = /^(\w+):(\d+):(\w+)(?:\+(\d+):(\w+))? (.+?)(?:#(\d+))?$/;
  const [, flow = "", seed, mishap, nth, secondMishap, label = "", occurrence = "1"] =
    form.exec(name) ?? [];
  const hit = { mishap: mishapNamed(mishap, name), label, occurrence: Number(occurrence) };
  const point: Point = { flow, seed: Number(seed), hit };
  if (nth === undefined) return point;
  const again = mishapNamed(secondMishap, name);
  if (!isDeath(again))
    throw new Error(`"${name}": the second mishap must be before, sent or after`);
  return { ...point, second: { nth: Number(nth), mishap: again } };
}
