import { expect } from "@playwright/test";
import { test } from "./checked-test";
import { ALL_100, type Best, lighthouseOf } from "./lighthouse";
import { openLiveShop } from "./live-shop";
import { openSession } from "./shop";

/** The goal is 1000 (CT_LCP_MS=1000), which an otherwise idle machine meets. */
const MOST_LCP_MS = Number(process.env["CT_LCP_MS"] || 1250);

const isPerfect = ({ scores }: Best) => Object.values(scores).every((score) => score === 100);

test("the checkout gets 100 in each category", async ({ request, baseURL }) => {
  test.setTimeout(180_000);
  const { id } = await openSession(request);
  const best = await lighthouseOf(`${baseURL}/checkout/${id}`, { runs: 3, isEnough: isPerfect });
  expect(best.scores, best.problems.join("\n")).toEqual(ALL_100);
});

test("a live impact page gets 100 in each category, and paints its largest element early", async () => {
  test.setTimeout(300_000);
  const { own, url } = await openLiveShop();
  try {
    const isEnough = (best: Best) => isPerfect(best) && best.lcpMs <= MOST_LCP_MS;
    const best = await lighthouseOf(`${url}/impact/demo`, { runs: 6, isEnough });
    expect(best.scores, best.problems.join("\n")).toEqual(ALL_100);
    expect(best.lcpMs).toBeLessThanOrEqual(MOST_LCP_MS);
  } finally {
    await own.end();
  }
});
