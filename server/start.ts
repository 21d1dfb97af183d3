// `npm start` and `npm run dev`. The renderer starts before anything else is loaded: it takes as long
// to load as all the rest takes to start.
import { loadProgram } from "#core/failure";

async function load() {
  const { env } = await import("#core/env");
  const { RendererRun } = await import("#http/renderer-run");
  const renderer = env.NODE_ENV === "development" ? undefined : new RendererRun();
  const { run } = await import("./run");
  return () => run(renderer);
}

const start = await loadProgram(load);
await start();
