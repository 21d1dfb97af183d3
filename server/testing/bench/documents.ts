// A certificate's PDF: made for the first who asks, and stored for all others.
import { percentile, sortedNumbers } from "#testing/bench/load";
import { awaitFulfilled, placeOver } from "#testing/bench/matching";
import { type Section, told } from "#testing/bench/report";
import { openShop } from "#testing/bench/seed";
import { startProduct } from "#testing/bench/servers";
import { makeAccount } from "#testing/factories";

const CERTIFICATES = 15;
const LEAST_RATIO = 5;

async function fetchMs(url: string): Promise<number> {
  const started = performance.now();
  const answer = await fetch(url);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const ms = performance.now() - started;
  if (answer.status !== 200 || bytes.subarray(0, 5).toString() !== "%PDF-") {
    throw new Error(`${url} was answered ${answer.status} and is no PDF`);
  }
  return ms;
}

/** First and second request of each certificate, one after the other, over HTTP. */
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
    const id = await placeOver(server, { token, portfolioId: wideId });
    await awaitFulfilled(id);
    const url = `${server.url}/certificates/${id}/pdf`;
    const [making, reading] = [await fetchMs(url), await fetchMs(url)];
    // The very first also loads fonts and code.
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
        { what: "first request", figure: `${told(firstMs ?? 0)} ms`, note: "median; made" },
        { what: "every other", figure: `${told(storedMs ?? 0)} ms`, note: "median; stored" },
        {
          what: "first : stored",
          figure: told(ratio),
          goal: { words: `≥ ${LEAST_RATIO}`, isMet: ratio >= LEAST_RATIO },
        },
      ],
    },
  ];
}
