// The front has a certificate's PDF prepared while its page is read.
import { afterEach, beforeEach, expect, it } from "vitest";
import { publicPages } from "#public-pages";
import { Site } from "#site/site";
import { contextOf, makeAccount, makeStock, matchAll } from "#testing/factories";
import { openFront } from "#testing/front";
import { noAssets } from "#testing/no-assets";
import { placeOrder } from "#testing/place-order";

let front: Awaited<ReturnType<typeof openFront>>;
/** Makes the request that the renderer works on fail. */
let fail: () => void;

beforeEach(async () => {
  front = await openFront(new Site(publicPages, async () => noAssets), (_req, res) => {
    fail = () => res.destroy();
  });
});
afterEach(() => front.close());

async function placed(): Promise<string> {
  const { account } = await makeAccount();
  const { portfolioId } = await makeStock();
  const input = { amount_kg: 25, portfolio_id: portfolioId, subaccountId: null };
  return (await placeOrder(contextOf(account), input)).id;
}

async function fulfilled(): Promise<string> {
  const id = await placed();
  await matchAll();
  return id;
}

async function read(id: string, language = "en"): Promise<number> {
  const headers = { "accept-language": language };
  const response = await fetch(`${front.url}/certificates/${id}`, { headers });
  await response.text();
  return response.status;
}

const requested = () => front.requests.map(({ url }) => url);

it("prepares the PDF in the page's language, and does not delay the page", async () => {
  const id = await fulfilled();
  expect(await read(id, "de")).toBe(200);
  await expect.poll(requested).toEqual([`/certificates/${id}/pdf?lang=de`]);
});

it("prepares one at a time, and the next after a failure", async () => {
  const [first, second, third] = [await fulfilled(), await fulfilled(), await fulfilled()];
  await read(first);
  await expect.poll(requested).toEqual([`/certificates/${first}/pdf`]);
  expect(await read(second)).toBe(200);
  fail();
  await expect
    .poll(async () => {
      await read(third);
      return requested();
    })
    .toEqual([`/certificates/${first}/pdf`, `/certificates/${third}/pdf`]);
});

it("prepares none of an order that waits for credits", async () => {
  expect(await read(await placed())).toBe(200);
  const id = await fulfilled();
  await read(id);
  await expect.poll(requested).toEqual([`/certificates/${id}/pdf`]);
});
