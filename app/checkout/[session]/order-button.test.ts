import { expect, test } from "vitest";
import { SetMerchantProfile } from "#domain/merchants";
import { publicPages } from "#public-pages";
import { Site } from "#site/site";
import { openSession } from "#testing/checkout";
import { makeAccount, saveSellerDetails } from "#testing/factories";
import { noAssets } from "#testing/no-assets";

const site = new Site(publicPages, async () => noAssets);

test("the order button has the seller's words, or else those of the language", async () => {
  const { test: account } = await makeAccount();
  const { id } = await openSession({ account });
  const buttonIn = async (language: string) => {
    const match = await site.find({ url: `/checkout/${id}?lang=${language}`, header: () => null });
    const html = String((await match?.respond())?.body);
    return /<span data-label="">([^<]*)</.exec(html)?.[1];
  };
  await saveSellerDetails(account);
  expect(await buttonIn("en")).toBe("Pay now");
  expect(await buttonIn("de")).toBe("Zahlungspflichtig bestellen");
  await saveSellerDetails(account, { order_button: "Buy and pay" });
  expect(await buttonIn("de")).toBe("Buy and pay");
  expect(SetMerchantProfile.shape.order_button.safeParse(" ").success).toBe(false);
});
