// Lighthouse's mobile preset: a simulated phone on a slow network, and an empty cache.
import lighthouse from "lighthouse";
import { chromium, type LaunchOptions } from "playwright";
import { freePort } from "#setup/free-port";

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;

export type Scores = Record<(typeof CATEGORIES)[number], number>;

export interface Measured {
  /** Of 100 each. */
  scores: Scores;
  /** Largest contentful paint. */
  lcpMs: number;
  /** Over the wire, with headers. */
  bytes: number;
  scriptBytes: number;
  /** Addresses of everything that the page loaded. */
  urls: string[];
  /** Audits below the best score. */
  problems: string[];
}

interface LoadedFile {
  url: string;
  transferSize: number;
  resourceType: string;
}

type Flags = Parameters<typeof lighthouse>[1];
type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>["lhr"];

function filesOf({ audits }: Result): LoadedFile[] {
  const details = audits["network-requests"]?.details as { items?: LoadedFile[] } | undefined;
  // Pictures in the page itself come with its document.
  return (details?.items ?? []).filter(({ url }) => url.startsWith("http"));
}

function measuredOf(result: Result): Measured {
  const files = filesOf(result);
  const bytesOf = (some: LoadedFile[]) => some.reduce((sum, one) => sum + one.transferSize, 0);
  const scores = CATEGORIES.map((name) => {
    return [name, Math.round((result.categories[name]?.score ?? 0) * 100)] as const;
  });
  const problems = Object.values(result.audits).filter(
    ({ score, scoreDisplayMode }) =>
      score !== null && score < 1 && scoreDisplayMode !== "informative",
  );
  return {
    scores: Object.fromEntries(scores) as Scores,
    lcpMs: result.audits["largest-contentful-paint"]?.numericValue ?? Number.POSITIVE_INFINITY,
    bytes: bytesOf(files),
    scriptBytes: bytesOf(files.filter(({ resourceType }) => resourceType === "Script")),
    urls: files.map(({ url }) => url),
    problems: problems.map(({ id, score }) => `${id}: ${score}`),
  };
}

/** A busy machine sometimes starts a trace too late, or ends it too early. */
const ATTEMPTS = 3;
const isMissedTrace = (result: Result) =>
  ["NO_NAVSTART", "NO_FCP", "NO_LCP", "NO_TRACING_STARTED"].includes(
    result.runtimeError?.code ?? "",
  );

async function measureOnce(url: string, flags: Flags): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const result = (await lighthouse(url, flags))?.lhr;
    if (!result) throw new Error(`${url}: not measured`);
    if (!result.runtimeError) return result;
    if (attempt === ATTEMPTS || !isMissedTrace(result)) {
      throw new Error(`${url}: ${result.runtimeError.code} ${result.runtimeError.message}`);
    }
  }
}

interface Options {
  launch: LaunchOptions;
  /** Sent with each request. */
  cookie?: string | undefined;
}

/** Measures with a browser of its own for the time of `work`, which may measure several pages. */
export async function withLighthouse<T>(
  { launch, cookie }: Options,
  work: (measure: (url: string) => Promise<Measured>) => Promise<T>,
): Promise<T> {
  const port = await freePort();
  const args = [...(launch.args ?? []), `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ ...launch, args });
  const flags: Flags = {
    port,
    output: "json",
    logLevel: "error",
    onlyCategories: [...CATEGORIES],
    ...(cookie !== undefined && { extraHeaders: { Cookie: cookie } }),
  };
  try {
    return await work(async (url) => measuredOf(await measureOnce(url, flags)));
  } finally {
    await browser.close();
  }
}
