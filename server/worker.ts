// `npm run worker`: only the worker. Any number of workers may run in addition to the servers.
import { loadProgram } from "#core/failure";

const { runWorker } = await loadProgram(() => import("./run-worker"));
await runWorker();
