// Selects tests by command line: `npm test`, `npm test -- PATH…`, and the other lanes.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const USAGE = `Usage: npm test                     the checks, and the tests of every promise
       npm test -- PATH…            the tests in these files or folders
       npm test -- --core           the tests of the core, without any module
       npm run test:quick           the checks, and the tests that need no database
       npm run test:changed         the checks, and the tests next to what changed since main
       npm run test:endurance       the longer tests, and a sample of what draws at random
       npm run test:nightly         the longest: all planted bugs, long draws, poolers, images
       npm run test:nightly -- FILE…  of those, the tests in these files
`;

export interface Lane {
  /** Printed before the first step. */
  title: string;
  checks: boolean;
  /** Arguments for Vitest; undefined if none of its tests is selected. */
  vitest?: readonly string[];
  playwright?: readonly string[];
  /** Runs Vitest and Playwright at the same time: both wait much, for processes and for pages. */
  isTogether?: boolean;
  /** Arguments for Vitest, for tests that run when nothing else does. */
  alone?: readonly string[];
  /** Arguments for Playwright, for tests that measure time, when nothing else runs. */
  measured?: readonly string[];
  /** Number of slowest files whose times are printed. */
  times: number;
  note?: string;
  /** Runs with an empty list of modules. */
  hasNoModules?: boolean;
  /** Runs nothing after a failed check. */
  stopsAtFailedChecks?: boolean;
}

const projects = (...names: string[]) => names.map((name) => `--project=${name}`);
const EVERYDAY = projects("unit", "shared", "isolated");

const everything: Lane = {
  title: "npm test",
  checks: true,
  vitest: EVERYDAY,
  playwright: projects("journeys"),
  times: 10,
};

const endurance: Lane = {
  title: "npm run test:endurance",
  checks: false,
  vitest: projects("endurance"),
  playwright: projects("endurance"),
  isTogether: true,
  alone: projects("endurance-alone"),
  times: Number.POSITIVE_INFINITY,
};

const nightly: Lane = {
  title: "npm run test:nightly",
  checks: false,
  vitest: projects("nightly"),
  measured: [...projects("nightly"), "--workers=1"],
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

/** Shows that the core needs no module. */
const core: Lane = {
  title: "npm test -- --core",
  checks: false,
  vitest: EVERYDAY,
  hasNoModules: true,
  times: 10,
};

interface Source {
  path: string;
  text: string;
}

function everydayTests(): Source[] {
  return git("ls-files", "--cached", "--others", "--exclude-standard", "*.test.ts", "*.test.tsx")
    .split("\n")
    .filter((file) => file && !isLong(file) && fs.existsSync(file))
    .map((file) => ({ path: file, text: fs.readFileSync(file, "utf8") }));
}

function filesSince(base: string): string[] {
  const tracked = git("diff", "--name-only", base);
  const untracked = git("ls-files", "--others", "--exclude-standard");
  return `${tracked}\n${untracked}`.split("\n").filter(Boolean);
}

const isJourney = (file: string) => /^e2e(\/|$)/.test(file);
/** Tests of the longer lanes, which run only where they are named. */
const isLong = (file: string) => /\.(endurance|nightly)\./.test(file);

/** Words by which tests elsewhere refer to a file: its room's name in theirs, or its alias. */
function referencesTo(file: string): { inName?: string; specifier?: string } {
  const [, room] = /^server\/domain\/(\w+)\//.exec(file) ?? [];
  if (room) return { inName: room };
  const [, folder, name] =
    /^server\/(core|testing|setup|rest|trpc|jobs)\/(.+)\.ts$/.exec(file) ?? [];
  return folder ? { specifier: `"#${folder}/${name}"` } : {};
}

/**
 * Selects the everyday tests in the folders of the changed files, then those elsewhere that are
 * named after a changed room or import a changed file by its alias: about what a minute can run.
 */
export function laneOfChanges(changed: readonly string[], tests: readonly Source[]): Lane {
  const code = changed.filter((file) => /^(app|server|prisma|sdk)\//.test(file));
  const folders = new Set(code.map((file) => path.posix.dirname(file)));
  const references = code.map(referencesTo);
  const isNear = (test: string) => folders.has(path.posix.dirname(test));
  const refers = ({ path: test, text }: Source) =>
    references.some(
      ({ inName, specifier }) =>
        (inName && path.posix.basename(test).startsWith(inName)) ||
        (specifier && text.includes(specifier)),
    );
  const near = tests.filter((test) => isNear(test.path));
  const referring = tests.filter((test) => !isNear(test.path) && refers(test));
  const journeys = changed.filter((file) => /^e2e\/.*\.spec\.ts$/.test(file));
  const hasPages = changed.some((file) => /^(app|public)\//.test(file));
  const selected = [...near, ...referring].map((test) => test.path);
  return {
    title:
      `npm run test:changed: ${near.length} test files next to the changes, ` +
      `${referring.length} that refer to them, ${journeys.length} journeys`,
    checks: true,
    stopsAtFailedChecks: true,
    times: 0,
    ...(selected.length > 0 && { vitest: [...EVERYDAY, ...selected] }),
    ...(journeys.length > 0 && { playwright: journeys }),
    ...(hasPages && { note: "Pages changed. Run journeys through them: npm test -- e2e/NAME" }),
  };
}

/** Selects the tests in files and folders named relative to `from`, each with its runner. */
export function laneOfPaths(paths: readonly string[], from: string, root: string): Lane {
  const inRoot = paths.map((name) => {
    const file = path.resolve(from, name);
    if (!fs.existsSync(file)) throw new UsageError(`${name} does not exist.`);
    return path.relative(root, file).split(path.sep).join("/");
  });
  const hasLong = inRoot.some(isLong);
  const vitest = inRoot.filter((file) => !isJourney(file));
  const journeys = inRoot.filter(isJourney);
  return {
    title: `npm test -- ${inRoot.join(" ")}`,
    checks: false,
    times: 0,
    ...(vitest.length > 0 && {
      vitest: [...(hasLong ? [] : projects("!endurance*", "!nightly")), ...vitest],
    }),
    ...(journeys.length > 0 && {
      playwright: [...(hasLong ? [] : projects("journeys")), ...journeys],
    }),
  };
}

/** Reads the command line; invalid arguments print the usage and exit with code 2. */
export function readLane(): Lane {
  const [first, ...rest] = process.argv.slice(2);
  const laneOf = (paths: readonly string[]) =>
    laneOfPaths(paths, process.env["INIT_CWD"] ?? process.cwd(), process.cwd());
  try {
    if (first === undefined) return everything;
    if (!first.startsWith("-")) return laneOf([first, ...rest]);
    if (first === "--quick") {
      return { title: "npm run test:quick", checks: true, vitest: projects("unit"), times: 10 };
    }
    if (first === "--core") return core;
    if (first === "--endurance") return rest.length > 0 ? laneOf(rest) : endurance;
    if (first === "--nightly") return rest.length > 0 ? laneOf(rest) : nightly;
    if (first !== "--changed") throw new UsageError(`${first} is not an option.`);
    return laneOfChanges(filesSince(mergeBase()), everydayTests());
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n\n${USAGE}`);
    process.exit(2);
  }
}
