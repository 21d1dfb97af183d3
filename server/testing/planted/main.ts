// `npm run planted -- [NAME…]`: plants each bug in a copy of the tree and runs the tests.
import { parseArgs } from "node:util";
import { startTestServer } from "#testing/cluster";
import type { PlantedBug } from "./bug";
import { bugs } from "./bugs";
import { Tree } from "./tree";
import { groupsOf, judge, testFilesOf } from "./verdict";

const USAGE = `Usage: npm run planted -- [NAME…] [options]
  NAME…      bugs to plant (all)
  --list     print the bugs without planting them
  --narrow   don't run the whole suite for a bug that survives the tests it names
`;

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

interface Options {
  chosen: readonly PlantedBug[];
  isList: boolean;
  widely: boolean;
}

/** @throws if an option or a name is unknown */
function parseOptions(): Options {
  const options = { list: { type: "boolean" }, narrow: { type: "boolean" } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const unknown = positionals.filter((name) => bugs.every((bug) => bug.name !== name));
  if (unknown.length > 0) throw new Error(`no planted bug is named ${unknown.join(" or ")}`);
  const chosen = bugs.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  return { chosen, isList: values.list === true, widely: values.narrow !== true };
}

/** Checks that the tests pass without bugs, since otherwise their failure proves nothing. */
async function passesWithoutBugs(tree: Tree, chosen: readonly PlantedBug[]): Promise<boolean> {
  for (const group of groupsOf(chosen)) {
    const output = await tree.with(group, () => tree.checkTypes());
    if (output === "") continue;
    print(`FAIL  type errors with the bugs planted:\n${output}`);
    return false;
  }
  const files = testFilesOf(chosen);
  const { failures, passed, seconds } = await tree.runTests(files, { bail: false });
  print(
    `      without bugs, ${passed} tests of ${files.length} files passed (${seconds.toFixed(1)} s)`,
  );
  for (const failure of failures) print(`FAIL  ${failure}`);
  if (failures.length === 0) return true;
  const suspects = files.filter((file) => failures.some((failure) => failure.startsWith(file)));
  print("      running these files again, one at a time:");
  const again = await tree.runTests([...suspects, "--maxWorkers=1"], { bail: false });
  for (const failure of again.failures) print(`FAIL  ${failure}`);
  return again.failures.length === 0;
}

async function judgeAll(tree: Tree, chosen: readonly PlantedBug[], widely: boolean) {
  let caught = 0;
  for (const bug of chosen) {
    const { caughtBy, failure, seconds } = await judge(tree, bug, { widely });
    if (caughtBy !== null) caught += 1;
    const outcome = caughtBy === null ? "SURVIVED" : `caught by the ${caughtBy}`;
    print(
      `${caughtBy === null ? "FAIL" : "ok  "}  ${bug.name}: ${outcome} (${seconds.toFixed(1)} s)`,
    );
    print(`      ${failure ?? `${bug.description} ${bug.file}, ${bug.target}`}`);
  }
  print(`\n${caught} of ${chosen.length} planted bugs caught`);
  return caught === chosen.length;
}

async function main({ chosen, isList, widely }: Options): Promise<boolean> {
  if (isList) {
    for (const { name, file, target, description } of chosen) {
      print(`${name}\n  ${file}, ${target}\n  ${description}`);
    }
    return true;
  }
  const stop = await startTestServer();
  const tree = new Tree(process.cwd(), process.env["CT_TEST_SERVER"] ?? "");
  process.once("exit", () => tree.remove());
  // The runner of the tests stops them on SIGTERM only.
  process.once("SIGINT", () => process.kill(process.pid, "SIGTERM"));
  process.once("SIGTERM", () => setImmediate(() => process.exit(1)));
  try {
    return (await passesWithoutBugs(tree, chosen)) && (await judgeAll(tree, chosen, widely));
  } finally {
    tree.remove();
    await stop();
  }
}

function readOptions(): Options {
  try {
    return parseOptions();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exit(2);
  }
}

process.exit((await main(readOptions())) ? 0 : 1);
