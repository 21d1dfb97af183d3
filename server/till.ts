// The operator's program: `npm run till -- <command>`.
import "#cli/quiet";
import { loadProgram } from "#core/failure";

const { makeTill } = await loadProgram(() => import("#cli/program"));
const { endStatementsOnSignals } = await import("#cli/signals");

endStatementsOnSignals();
await makeTill().parseAsync();
