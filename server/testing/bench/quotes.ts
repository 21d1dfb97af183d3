// POST /v1/quotes compared with an empty Next route handler.
import { startBareNext } from "#testing/bench/bare-next";
import { lineOf, loadInTurn, type Target } from "#testing/bench/load";
import { formatNumber, type Section } from "#testing/bench/report";
import { openShop } from "#testing/bench/seed";
import { type Environment, type Server, startProduct } from "#testing/bench/servers";
import { makeAccount } from "#testing/factories";

const SIZE = { rounds: 4, seconds: 2 };
const MIN_RATIO = 0.8;

/** Loads both with the same requests: a key and a JSON body. */
export async function benchQuotes(environment: Environment): Promise<Section[]> {
  const { wideId } = await openShop(10);
  const { token } = await makeAccount();
  const request = {
    method: "POST" as const,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ amount_kg: 25, portfolio_id: wideId }),
  };
  const target = ({ name, url, pid }: Server, path: string): Target => ({
    name,
    pid,
    url: `${url}${path}`,
    ...request,
  });
  const product = await startProduct(environment, { worker: false });
  const bare = await startBareNext(environment);
  const targets = [target(product, "/v1/quotes"), target(bare, "/nothing")];
  const [byProduct, byBare] = await loadInTurn(targets, SIZE);
  await Promise.all([product.stop(), bare.stop()]);
  if (!byProduct || !byBare) throw new Error("a target was not loaded");
  const ratio = byProduct.perSecond / byBare.perSecond;
  return [
    {
      title: "POST /v1/quotes (16 connections)",
      lines: [
        lineOf("the product, as npm start serves it", byProduct),
        lineOf("a Next route handler that does nothing", byBare),
        {
          label: "product : bare Next",
          figure: formatNumber(ratio),
          note: "of requests per second",
          goal: { text: `≥ ${MIN_RATIO}`, isMet: ratio >= MIN_RATIO },
        },
      ],
    },
  ];
}
