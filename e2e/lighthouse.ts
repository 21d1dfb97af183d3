// Lighthouse scores of a page, with its simulated phone and slow network.
import { chromium, test } from "@playwright/test";
import lighthouse from "lighthouse";
import { freePort } from "#setup/free-port";

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
type Scores = Record<(typeof CATEGORIES)[number], number>;

export const ALL_100: Scores = {
  performance: 100,
  accessibility: 100,
  "best-practices": 100,
  seo: 100,
};

export interface Best {
  scores: Scores;
  /** Largest contentful paint. */
  lcpMs: number;
  problems: string[];
}

interface LighthouseOptions {
  /** Maximum number of runs: any page is slow on a busy machine. */
  runs: number;
  isEnough(best: Best): boolean;
}

/** Returns the best of several runs, and stops as soon as they are good enough. */
export async function lighthouseOf(
  url: string,
  { runs, isEnough }: LighthouseOptions,
): Promise<Best> {
  const port = await freePort();
  const { executablePath, args = [] } = test.info().project.use.launchOptions ?? {};
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [...args, `--remote-debugging-port=${port}`],
  });
  const best: Best = {
    scores: { performance: 0, accessibility: 0, "best-practices": 0, seo: 0 },
    lcpMs: Number.POSITIVE_INFINITY,
    problems: [],
  };
  for (let run = 0; run < runs && !isEnough(best); run += 1) {
    const result = await lighthouse(url, {
      port,
      output: "json",
      logLevel: "error",
      onlyCategories: [...CATEGORIES],
    });
    for (const category of CATEGORIES) {
      const score = Math.round((result?.lhr.categories[category]?.score ?? 0) * 100);
      best.scores[category] = Math.max(best.scores[category], score);
    }
    const audits = Object.values(result?.lhr.audits ?? {});
    const lcp = audits.find(({ id }) => id === "largest-contentful-paint");
    best.lcpMs = Math.min(best.lcpMs, lcp?.numericValue ?? Number.POSITIVE_INFINITY);
    for (const { id, score, scoreDisplayMode } of audits) {
      if (score !== null && score < 1 && scoreDisplayMode !== "informative") {
        best.problems.push(`${id}: ${score}`);
      }
    }
  }
  await browser.close();
  return best;
}
