// `npm run build`: builds the pages, which `npm start` otherwise does first.
import { ensureBuild } from "#setup/build";

const built = await ensureBuild(process.cwd(), new AbortController().signal);
process.stdout.write(built ? "Built the pages.\n" : "The pages are up to date.\n");
