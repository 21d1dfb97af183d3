// The operator's program: `npm run till -- <command>`. `--help` tells of every command.
import "./quiet";
import { makeTill } from "./program";

await makeTill().parseAsync();
