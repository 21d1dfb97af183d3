// Searches for an order of the concurrent steps that leads from the state before to the observed
// state, with exactly these responses.
import type { ApiResponse } from "#testing/api";
import { differences, type Observation, viewOf } from "./observe";
import { Impossible, type Till } from "./till";
import type { World } from "./world";

/**
 * Facts a step may use: the response, the final observation, and whether other actions ran
 * concurrently.
 */
export interface Facts {
  response: ApiResponse | null;
  observation: Observation;
  isAtOnce: boolean;
}

/** Applies one transaction to the model. @throws Impossible if it contradicts the facts */
export interface Step {
  (till: Till, facts: Facts): void;
  /** A job skips objects that another transaction has locked. */
  mayBeSkipped?: true;
}

/** Marks a job's step, which concurrent actions may make it skip. */
export function jobStep(step: Step): Step {
  return Object.assign((till: Till, facts: Facts) => step(till, facts), {
    mayBeSkipped: true as const,
  });
}

/** An action on the till. */
export interface Action {
  title: string;
  run(world: World): Promise<ApiResponse | null>;
  /** Steps of one lane run in order; lanes interleave. */
  lanes: readonly (readonly Step[])[];
}

/** An action without a response, whose steps run in order. */
export function action(
  title: string,
  run: (world: World) => Promise<unknown>,
  ...steps: readonly Step[]
): Action {
  const runAll = async (world: World) => {
    await run(world);
    return null;
  };
  return { title, run: runAll, lanes: [steps] };
}

export interface Done {
  action: Action;
  response: ApiResponse | null;
}

interface Search {
  lanes: { steps: readonly Step[]; facts: Facts }[];
  observation: Observation;
  visited: Set<string>;
  nearest: string[];
}

function recordReasons(search: Search, reasons: string[]): void {
  const { nearest } = search;
  if (nearest.length === 0 || reasons.length < nearest.length) search.nearest = reasons;
}

/** States that a step can lead to; none if it contradicts the facts. */
function after(search: Search, till: Till, { step, facts }: { step: Step; facts: Facts }): Till[] {
  const skipped = step.mayBeSkipped && facts.isAtOnce ? [till] : [];
  const changed = structuredClone(till);
  try {
    step(changed, facts);
    return [changed, ...skipped];
  } catch (error) {
    if (!(error instanceof Impossible)) throw error;
    recordReasons(search, [error.message]);
    return skipped;
  }
}

/** The first state that explains everything, or null. */
function searchFrom(search: Search, till: Till, places: readonly number[]): Till | null {
  const { lanes, observation, visited } = search;
  if (lanes.every(({ steps }, lane) => places[lane] === steps.length)) {
    const different = differences(observation.view, viewOf(till));
    if (different.length === 0) return till;
    recordReasons(search, different);
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
      const explained = searchFrom(search, state, next);
      if (explained) return explained;
    }
  }
  return null;
}

/** Steps of a single action run in their own order. */
function asOneLane(lanes: readonly (readonly Step[])[]): readonly (readonly Step[])[] {
  return [lanes.flat()];
}

interface Transition {
  /** State before. */
  till: Till;
  done: readonly Done[];
  /** Observation afterwards. */
  observation: Observation;
  /** Statements in between, if their order was drawn. */
  trace: readonly string[];
}

/** Returns the model's state after the actions. @throws Error that lists the contradictions */
export function explain({ till, done, observation, trace }: Transition): Till {
  const isAtOnce = done.length > 1;
  const lanes = done.flatMap(({ action, response }) =>
    (isAtOnce ? action.lanes : asOneLane(action.lanes)).map((steps) => ({
      steps,
      facts: { response, observation, isAtOnce },
    })),
  );
  const search: Search = { lanes, observation, visited: new Set(), nearest: [] };
  const explained = searchFrom(
    search,
    till,
    lanes.map(() => 0),
  );
  if (explained) return explained;
  const lines = done.map(({ action, response }) => {
    const outcome = response ? ` → ${response.status} ${response.text.slice(0, 300)}` : "";
    return `  ${action.title}${outcome}`;
  });
  const reasons = search.nearest.map((reason) => `  ${reason}`);
  const how = isAtOnce ? "No order of these explains" : "The model cannot explain";
  const statements = trace.length > 0 ? ["statements:", ...trace.map((label) => `  ${label}`)] : [];
  throw new Error(
    [`${how} the observation:`, ...lines, "closest:", ...reasons, ...statements].join("\n"),
  );
}
