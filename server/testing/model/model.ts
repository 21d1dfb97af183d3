// Runs sequences of commands against the real till and the model, and shrinks what differs.
import fc from "fast-check";
import { finish, type Holder, sequences, type Tally } from "./commands";
import { judge } from "./judge";
import { openSurroundings, openWorld } from "./world";

export interface ModelSize {
  seed: number;
  /** Sequences to run; with `seconds`, at most. */
  runs: number;
  /** Commands of a sequence, at most. */
  commands: number;
  seconds?: number;
  /** No sequence begins after so many steps. */
  steps?: number;
  /** The kinds of moves, where not all of them. */
  only?: readonly string[];
  /** Where fast-check said that a failure can be found again. */
  path?: string;
  replayPath?: string;
}

export interface ModelReport {
  runs: number;
  steps: number;
  tally: Tally;
  /** What differed, in words, and how to see it again; null where nothing did. */
  failure: string | null;
}

function messageOf<Drawn>(details: fc.RunDetails<Drawn>): string {
  const { errorInstance: error } = details;
  const reason = error instanceof Error ? error.message : String(error);
  return `${fc.defaultReportMessage(details)}\n\n${reason}`;
}

/** Holds the till against the model. Alone in its database, which it empties for each sequence. */
export async function compareWithModel(size: ModelSize): Promise<ModelReport> {
  const { seed, runs, commands, seconds, path } = size;
  const mostSteps = size.steps ?? Number.POSITIVE_INFINITY;
  const surroundings = await openSurroundings();
  const tally: Tally = {};
  let sequencesRun = 0;
  const countSteps = () => Object.values(tally).reduce((sum, times) => sum + times, 0);
  const drawn = sequences({ ...size, most: commands });
  const property = fc.asyncProperty(drawn, async (sequence) => {
    if (countSteps() >= mostSteps) return;
    const { till, world } = await openWorld(surroundings);
    const holder: Holder = { till, tally, history: [] };
    try {
      await fc.asyncModelRun(() => ({ model: holder, real: world }), sequence);
      await finish(holder, world);
      const faults = await judge();
      if (faults.length > 0) throw new Error(`till check finds:\n  ${faults.join("\n  ")}`);
    } catch (error) {
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
      throw new Error(["What was done:", ...holder.history, "", reason].join("\n"));
    } finally {
      sequencesRun += 1;
    }
  });
  try {
    const details = await fc.check(property, {
      ...{ seed, numRuns: runs, unbiased: true },
      ...(path !== undefined && { path }),
      ...(seconds !== undefined && { interruptAfterTimeLimit: seconds * 1000 }),
    });
    const failure = details.failed ? messageOf(details) : null;
    return { runs: sequencesRun, steps: countSteps(), tally, failure };
  } finally {
    await surroundings.close();
  }
}
