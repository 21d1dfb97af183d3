// Whether the model can explain what was done at once and what was seen afterwards: some order of the
// steps must lead from the state before to the state after, with just these answers.
import type { ApiResponse } from "#testing/api";
import { differences, type Seen, viewOf } from "./observe";
import { Impossible, type Till } from "./till";
import type { World } from "./world";

/** What a step may know: the answer, what was seen at the end, and whether others acted meanwhile. */
export interface Facts {
  answer: ApiResponse | null;
  seen: Seen;
  isAtOnce: boolean;
}

/** Moves the model by one transaction's worth. @throws Impossible where it contradicts the facts */
export interface Step {
  (till: Till, facts: Facts): void;
  /** A job's: what another transaction holds just then is left for its next run. */
  mayBeSkipped?: true;
}

/** A step of a job, which may come to nothing while others act. */
export function jobStep(step: Step): Step {
  return Object.assign((till: Till, facts: Facts) => step(till, facts), {
    mayBeSkipped: true as const,
  });
}

/** Something that somebody does to the till. */
export interface Action {
  title: string;
  run(world: World): Promise<ApiResponse | null>;
  /** Its steps: those of one lane come one after another, lanes in any order. */
  lanes: readonly (readonly Step[])[];
}

export interface Done {
  action: Action;
  answer: ApiResponse | null;
}

interface Search {
  lanes: { steps: readonly Step[]; facts: Facts }[];
  seen: Seen;
  visited: Set<string>;
  nearest: string[];
}

function consider(search: Search, reasons: string[]): void {
  const { nearest } = search;
  if (nearest.length === 0 || reasons.length < nearest.length) search.nearest = reasons;
}

/** The states that a step can lead to; none where it contradicts the facts. */
function after(search: Search, till: Till, { step, facts }: { step: Step; facts: Facts }): Till[] {
  const skipped = step.mayBeSkipped && facts.isAtOnce ? [till] : [];
  const changed = structuredClone(till);
  try {
    step(changed, facts);
    return [changed, ...skipped];
  } catch (error) {
    if (!(error instanceof Impossible)) throw error;
    consider(search, [error.message]);
    return skipped;
  }
}

/** The first state that explains all, or null. */
function walk(search: Search, till: Till, places: readonly number[]): Till | null {
  const { lanes, seen, visited } = search;
  if (lanes.every(({ steps }, lane) => places[lane] === steps.length)) {
    const different = differences(seen.view, viewOf(till));
    if (different.length === 0) return till;
    consider(search, different);
    return null;
  }
  for (const [lane, { steps, facts }] of lanes.entries()) {
    const step = steps[places[lane] ?? 0];
    if (!step) continue;
    const next = places.map((place, index) => (index === lane ? place + 1 : place));
    for (const state of after(search, till, { step, facts })) {
      const key = JSON.stringify([next, state]);
      if (visited.has(key)) continue;
      visited.add(key);
      const found = walk(search, state, next);
      if (found) return found;
    }
  }
  return null;
}

/** What somebody did alone happened in its own order. */
function inTurn(lanes: readonly (readonly Step[])[]): readonly (readonly Step[])[] {
  return [lanes.flat()];
}

interface Happened {
  /** Before. */
  till: Till;
  done: readonly Done[];
  /** Afterwards. */
  seen: Seen;
  /** The statements in between, where their order was drawn. */
  trace: readonly string[];
}

/** The state that the till is in by now. @throws Error that says what cannot be explained */
export function explain({ till, done, seen, trace }: Happened): Till {
  const isAtOnce = done.length > 1;
  const lanes = done.flatMap(({ action, answer }) =>
    (isAtOnce ? action.lanes : inTurn(action.lanes)).map((steps) => ({
      steps,
      facts: { answer, seen, isAtOnce },
    })),
  );
  const search: Search = { lanes, seen, visited: new Set(), nearest: [] };
  const found = walk(
    search,
    till,
    lanes.map(() => 0),
  );
  if (found) return found;
  const acts = done.map(({ action, answer }) => {
    const said = answer ? ` → ${answer.status} ${answer.text.slice(0, 300)}` : "";
    return `  ${action.title}${said}`;
  });
  const reasons = search.nearest.map((reason) => `  ${reason}`);
  const how = isAtOnce ? "No order of these explains" : "The model cannot explain";
  const statements = trace.length > 0 ? ["statements:", ...trace.map((label) => `  ${label}`)] : [];
  throw new Error(
    [`${how} what was seen:`, ...acts, "nearest:", ...reasons, ...statements].join("\n"),
  );
}
