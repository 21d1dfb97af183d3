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
  const measure = async (url: string) => {
    const result = await lighthouse(url, {
      port,
      output: "json",
      logLevel: "error",
      onlyCategories: [...CATEGORIES],
      ...(cookie !== undefined && { extraHeaders: { Cookie: cookie } }),
    });
    if (!result || result.lhr.runtimeError) {
      throw new Error(`${url}: ${result?.lhr.runtimeError?.message ?? "not measured"}`);
    }
    return measuredOf(result.lhr);
  };
  try {
    return await work(measure);
  } finally {
    await browser.close();
  }
}
