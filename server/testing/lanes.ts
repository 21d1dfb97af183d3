// Selects tests by command line: `npm test`, `npm test -- PATH…`, and the other lanes.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const USAGE = `Usage: npm test                     all checks and tests except the endurance lane
       npm test -- PATH…            the tests in these files or folders
       npm run test:quick           the checks, and the tests that need no database
       npm run test:changed         the checks, and the tests of what changed since main
       npm run test:endurance       the long tests: torture, fuzz, Lighthouse, hostile files
`;

export interface Lane {
  checks: boolean;
  /** Arguments for Vitest; undefined if none of its tests is selected. */
  vitest?: readonly string[];
  playwright?: readonly string[];
  /** Arguments for Playwright, for tests that measure time, when nothing else runs. */
  measured?: readonly string[];
  /** Number of slowest files whose times are printed. */
  times: number;
  note?: string;
}

const projects = (...names: string[]) => names.map((name) => `--project=${name}`);
const EVERYDAY = projects("unit", "shared", "isolated");

const everything: Lane = {
  checks: true,
  vitest: EVERYDAY,
  playwright: projects("journeys"),
  times: 10,
};

const endurance: Lane = {
  checks: false,
  vitest: projects("endurance", "endurance-alone"),
  playwright: projects("endurance"),
  measured: [...projects("lighthouse"), "--workers=1"],
  times: Number.POSITIVE_INFINITY,
};

class UsageError extends Error {}

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync("git", args, { encoding: "utf8" });
  if (status !== 0) throw new UsageError(`git ${args.join(" ")} failed: ${stderr.trim()}`);
  return stdout.trim();
}

/** Commit where this branch left main; on main itself, the last commit. */
function mergeBase(): string {
  const bases = ["origin/HEAD", "origin/main", "main"];
  const exists = (name: string) => spawnSync("git", ["rev-parse", "-q", "--verify", name]);
  const main = bases.find((name) => exists(name).status === 0);
  return main ? git("merge-base", "HEAD", main) : git("rev-parse", "HEAD");
}

function filesSince(base: string): string[] {
  const tracked = git("diff", "--name-only", base);
  const untracked = git("ls-files", "--others", "--exclude-standard");
  return `${tracked}\n${untracked}`.split("\n").filter(Boolean);
}

/** Selects the tests that import files changed since `base`. */
export function laneOfChanges(base: string, changed: readonly string[]): Lane {
  // Vitest follows imports, but no file imports the schema or the lock file.
  const isEverywhere = changed.some((file) => /^(prisma\/|package-lock\.json)/.test(file));
  const selected = isEverywhere ? [] : [`--changed=${base}`, "--passWithNoTests"];
  const lane: Lane = { checks: true, vitest: [...EVERYDAY, ...selected], times: 10 };
  if (changed.some((file) => file.startsWith("e2e/"))) {
    const only = [`--only-changed=${base}`, "--pass-with-no-tests"];
    return { ...lane, playwright: [...projects("journeys"), ...only] };
  }
  const hasPages = changed.some((file) => /^(app|public)\//.test(file));
  const note = "Pages changed. Run the journeys through them: npm test -- e2e/NAME.spec.ts";
  return hasPages ? { ...lane, note } : lane;
}

/** Selects the tests in files and folders named relative to `from`, each with its runner. */
export function laneOfPaths(paths: readonly string[], from: string, root: string): Lane {
  const inRoot = paths.map((name) => {
    const file = path.resolve(from, name);
    if (!fs.existsSync(file)) throw new UsageError(`${name} does not exist.`);
    return path.relative(root, file).split(path.sep).join("/");
  });
  const isJourney = (file: string) => /^e2e(\/|$)/.test(file);
  // A folder selects its everyday tests only; endurance tests run when named.
  const isLong = inRoot.some((file) => file.includes(".endurance."));
  const everyday = isLong ? [] : projects("!endurance*");
  const vitest = inRoot.filter((file) => !isJourney(file));
  const journeys = inRoot.filter(isJourney);
  return {
    checks: false,
    times: 0,
    ...(vitest.length > 0 && { vitest: [...everyday, ...vitest] }),
    ...(journeys.length > 0 && {
      playwright: [...(isLong ? [] : projects("journeys")), ...journeys],
    }),
  };
}

/** Reads the command line; invalid arguments print the usage and exit with code 2. */
export function readLane(): Lane {
  const [first, ...rest] = process.argv.slice(2);
  try {
    if (first === undefined) return everything;
    if (!first.startsWith("-")) {
      const from = process.env["INIT_CWD"] ?? process.cwd();
      return laneOfPaths([first, ...rest], from, process.cwd());
    }
    if (first === "--quick") return { checks: true, vitest: projects("unit"), times: 10 };
    if (first === "--endurance") return endurance;
    if (first !== "--changed") throw new UsageError(`${first} is not an option.`);
    const base = mergeBase();
    return laneOfChanges(base, filesSince(base));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n\n${USAGE}`);
    process.exit(2);
  }
}
