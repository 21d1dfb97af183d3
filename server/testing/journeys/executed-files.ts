import { type Profiler, Session } from "node:inspector/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** A file's own statements run when it is loaded: they are its first function, without a name. */
const hasRun = ({ functionName, ranges }: Profiler.FunctionCoverage) =>
  ranges.some(({ startOffset, count }) => count > 0 && (functionName !== "" || startOffset > 0));

/** Returns the path of a product file; null for tests, packages and Node's own. */
function productFile(url: string): string | null {
  if (!url.startsWith("file:")) return null;
  const file = path.relative(process.cwd(), fileURLToPath(url)).replaceAll(path.sep, "/");
  const isTest = /^server\/testing\/|\.test\.tsx?$/.test(file);
  return /^(app|server)\//.test(file) && !isTest ? file : null;
}

/** Lists the product files that work executes, as V8 counts calls of functions. */
export class Tracer {
  readonly #session = new Session();

  /** To be called before the product is loaded. */
  static async start(): Promise<Tracer> {
    const tracer = new Tracer();
    tracer.#session.connect();
    await tracer.#session.post("Profiler.enable");
    const counting = { callCount: true, detailed: false };
    await tracer.#session.post("Profiler.startPreciseCoverage", counting);
    return tracer;
  }

  /** Runs the work. Returns the files of which a function ran in it. */
  async filesOf(work: () => Promise<unknown>): Promise<Set<string>> {
    // Drops the counts until now.
    await this.#session.post("Profiler.takePreciseCoverage");
    await work();
    const { result } = await this.#session.post("Profiler.takePreciseCoverage");
    const files = result.filter(({ functions }) => functions.some(hasRun));
    return new Set(files.flatMap(({ url }) => productFile(url) ?? []));
  }
}
