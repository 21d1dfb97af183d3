// A certificate's PDF, which is rendered on the first request and then stored.
import { percentile, sortedNumbers } from "#testing/bench/load";
import { awaitFulfilled, placeOverHttp } from "#testing/bench/matching";
import { formatNumber, type Section } from "#testing/bench/report";
import { openShop } from "#testing/bench/seed";
import { startProduct } from "#testing/bench/servers";
import { makeAccount } from "#testing/factories";

const CERTIFICATES = 15;
const MIN_RATIO = 5;

async function fetchMs(url: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(url);
  const bytes = Buffer.from(await response.arrayBuffer());
  const ms = performance.now() - started;
  if (response.status !== 200 || bytes.subarray(0, 5).toString() !== "%PDF-") {
    throw new Error(`${url} returned ${response.status} and is not a PDF`);
  }
  return ms;
}

/** Measures the first and the second request of each certificate, over HTTP. */
export async function benchCertificates(place: {
  url: string;
  folder: string;
}): Promise<Section[]> {
  const { wideId } = await openShop(1000);
  const { token } = await makeAccount();
  const server = await startProduct(place, { worker: true });
  const first: number[] = [];
  const stored: number[] = [];
  for (let n = 0; n <= CERTIFICATES; n += 1) {
    const id = await placeOverHttp(server, { token, portfolioId: wideId });
    await awaitFulfilled(id);
    const url = `${server.url}/certificates/${id}/pdf`;
    const [making, reading] = [await fetchMs(url), await fetchMs(url)];
    // The first one also loads fonts and code.
    if (n === 0) continue;
    first.push(making);
    stored.push(reading);
  }
  await server.stop();
  const [firstMs, storedMs] = [first, stored].map((all) => percentile(sortedNumbers(all), 0.5));
  const ratio = (firstMs ?? 0) / (storedMs ?? 1);
  return [
    {
      title: "A certificate's PDF, over 8 projects",
      lines: [
        {
          label: "first request",
          figure: `${formatNumber(firstMs ?? 0)} ms`,
          note: "median; rendered",
        },
        {
          label: "every other",
          figure: `${formatNumber(storedMs ?? 0)} ms`,
          note: "median; stored",
        },
        {
          label: "first : stored",
          figure: formatNumber(ratio),
          goal: { text: `≥ ${MIN_RATIO}`, isMet: ratio >= MIN_RATIO },
        },
      ],
    },
  ];
}
