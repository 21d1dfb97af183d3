// `npm run check`: every check that needs no database. `lint`, `typecheck` and
// `format` are parts of it.
import { formatFiles, runChecks } from "#testing/checks";

const names = process.argv.slice(2);
if (names[0] === "--format") process.exit((await formatFiles()) ? 0 : 1);
const { failed } = await runChecks(names.length > 0 ? names : undefined);
process.exit(failed.length === 0 ? 0 : 1);
