// Runs sequences of commands against the real till and the model, and shrinks differences.
import fc from "fast-check";
import { checkBooks } from "#testing/world/judge";
import { finish, type ModelRun, sequences, type Tally } from "./commands";
import { openSurroundings, openWorld } from "./world";

export interface ModelSize {
  seed: number;
  /** Sequences to run; with `seconds`, at most. */
  runs: number;
  /** Maximum number of commands per sequence. */
  commands: number;
  seconds?: number;
  /** No sequence starts after this many steps. */
  steps?: number;
  /** Kinds of moves, if not all. */
  only?: readonly string[];
  /** fast-check's path to a failure, to run it again. */
  path?: string;
  replayPath?: string;
}

export interface ModelReport {
  runs: number;
  steps: number;
  tally: Tally;
  /** The difference and how to reproduce it; null if there was none. */
  failure: string | null;
}

function messageOf<Drawn>(details: fc.RunDetails<Drawn>): string {
  const { errorInstance: error } = details;
  const reason = error instanceof Error ? error.message : String(error);
  return `${fc.defaultReportMessage(details)}\n\n${reason}`;
}

/**
 * Compares the till with the model. Needs a database of its own, which it empties for each
 * sequence.
 */
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
    const modelRun: ModelRun = { till, tally, history: [] };
    try {
      await fc.asyncModelRun(() => ({ model: modelRun, real: world }), sequence);
      await finish(modelRun, world);
      const { findings } = await checkBooks();
      if (findings.length > 0) throw new Error(`till check reports:\n  ${findings.join("\n  ")}`);
    } catch (error) {
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
      throw new Error(["Commands:", ...modelRun.history, "", reason].join("\n"));
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
