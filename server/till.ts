// The operator's program: `npm run till -- <command>`.
import "#cli/quiet";
import { makeTill } from "#cli/program";

await makeTill().parseAsync();
