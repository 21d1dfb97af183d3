// `npm start` and `npm run dev`. The renderer starts before anything else is loaded: it takes as long
// to load as all the rest takes to start.
import { env } from "#core/env";
import { RendererRun } from "#http/renderer-run";

const renderer = env.NODE_ENV === "development" ? undefined : new RendererRun();
const { run } = await import("./run");
await run(renderer);
