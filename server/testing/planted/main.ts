// `npm run planted -- [NAME…]`: plants each bug in a copy of the tree and runs the tests on it.
import { parseArgs } from "node:util";
import { startTestServer } from "#testing/cluster";
import type { PlantedBug } from "./bug";
import { bugs } from "./bugs";
import { Tree } from "./tree";
import { groupsOf, judge, testFilesOf } from "./verdict";

const USAGE = `Usage: npm run planted -- [NAME…] [options]
  NAME…      these bugs; all of them without any
  --list     print the bugs, and plant none
  --narrow   run only the tests that a bug names, not the whole suite for one that survives them
`;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

interface Options {
  chosen: readonly PlantedBug[];
  isList: boolean;
  widely: boolean;
}

/** @throws where an option or a name is unknown */
function parseOptions(): Options {
  const options = { list: { type: "boolean" }, narrow: { type: "boolean" } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const unknown = positionals.filter((name) => bugs.every((bug) => bug.name !== name));
  if (unknown.length > 0) throw new Error(`no planted bug is called ${unknown.join(" or ")}`);
  const chosen = bugs.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  return { chosen, isList: values.list === true, widely: values.narrow !== true };
}

/** A test that fails without a bug proves nothing with one. */
async function isSoundWithout(tree: Tree, chosen: readonly PlantedBug[]): Promise<boolean> {
  for (const group of groupsOf(chosen)) {
    const complaints = await tree.with(group, () => tree.checkTypes());
    if (complaints === "") continue;
    say(`FAIL  with the bugs planted, the types are wrong:\n${complaints}`);
    return false;
  }
  const files = testFilesOf(chosen);
  const { failures, passed, seconds } = await tree.runTests(files, { bail: false });
  say(
    `      without a bug, ${passed} tests of ${files.length} files passed (${seconds.toFixed(1)} s)`,
  );
  for (const failure of failures) say(`FAIL  ${failure}`);
  if (failures.length === 0) return true;
  const suspects = files.filter((file) => failures.some((failure) => failure.startsWith(file)));
  say("      these files once more, by themselves:");
  const again = await tree.runTests([...suspects, "--maxWorkers=1"], { bail: false });
  for (const failure of again.failures) say(`FAIL  ${failure}`);
  return again.failures.length === 0;
}

async function judgeAll(tree: Tree, chosen: readonly PlantedBug[], widely: boolean) {
  let caught = 0;
  for (const bug of chosen) {
    const { caughtBy, failure, seconds } = await judge(tree, bug, { widely });
    if (caughtBy !== null) caught += 1;
    const outcome = caughtBy === null ? "SURVIVED" : `caught by the ${caughtBy}`;
    say(
      `${caughtBy === null ? "FAIL" : "ok  "}  ${bug.name}: ${outcome} (${seconds.toFixed(1)} s)`,
    );
    say(`      ${failure ?? `${bug.description} ${bug.file}, ${bug.target}`}`);
  }
  say(`\n${caught} of ${chosen.length} planted bugs caught`);
  return caught === chosen.length;
}

async function main({ chosen, isList, widely }: Options): Promise<boolean> {
  if (isList) {
    for (const { name, file, target, description } of chosen) {
      say(`${name}\n  ${file}, ${target}\n  ${description}`);
    }
    return true;
  }
  const stop = await startTestServer();
  const tree = new Tree(process.cwd(), process.env["CT_TEST_SERVER"] ?? "");
  process.once("exit", () => tree.remove());
  // The tests under way are told by their runner, which hears SIGTERM alone.
  process.once("SIGINT", () => process.kill(process.pid, "SIGTERM"));
  process.once("SIGTERM", () => setImmediate(() => process.exit(1)));
  try {
    return (await isSoundWithout(tree, chosen)) && (await judgeAll(tree, chosen, widely));
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
