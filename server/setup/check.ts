// `npm run check`: everything that tells a mistake within seconds and without a database.
import { runChecks } from "#testing/checks";

const { failed } = await runChecks();
process.exit(failed === 0 ? 0 : 1);
