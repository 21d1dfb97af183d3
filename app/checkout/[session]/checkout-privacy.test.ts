// The address of a checkout can be passed on: it must not show its customer to a second browser.
import { expect, test } from "vitest";
import { ensureBrowserKey } from "#core/caller";
import { database } from "#core/db";
import { languages } from "#core/language";
import { payCheckoutSession } from "#domain/checkout";
import { publicPages } from "#public-pages";
import { Site } from "#site/site";
import { cards, openSession } from "#testing/checkout";
import { makeAccount, saveSellerDetails, systemContext } from "#testing/factories";
import { noAssets } from "#testing/no-assets";
import { copy } from "./copy/copy";

const site = new Site(publicPages, async () => noAssets);

/** The page as the server renders it, which is all that a browser without scripts has. */
async function htmlOf(url: string, cookie: string | null): Promise<string> {
  const header = (name: string) => (name === "cookie" ? cookie : null);
  const match = await site.find({ url, header });
  return String((await match?.respond())?.body);
}

/** A session that Zelda tried to pay by this card, and her browser's cookie. */
async function payAs(number: string) {
  const { test: account } = await makeAccount();
  await saveSellerDetails(account);
  const { id } = await openSession({ account });
  const browser = ensureBrowserKey(null, `/checkout/${id}`);
  const beneficiary = { name: "Zelda Quist", message: "For Xaver", url: "https://quist.example" };
  await payCheckoutSession(systemContext(), {
    database: database(),
    sessionId: id,
    customer: {
      ...{ email: "zelda@quist.example", beneficiary, language: "en" },
      browserHash: browser.hash,
      buyer: { country: "IS", isBusiness: false, company: null, consent: null },
    },
    source: { type: "card", number, expiryMonth: 12, expiryYear: 2040, cvc: "123" },
  });
  return { id, cookie: browser.setCookie.split(";")[0] ?? "" };
}

const details = /quist|zelda|z…@|xaver|withdraw\/|value="IS" selected|selected="" value="IS"/i;
const failures = languages.flatMap((language) => Object.values(copy[language].failures));

test.each([
  ["was declined", cards.declined],
  ["waits for the bank's confirmation", cards.needsApproval],
  ["is processed", cards.paysLater],
  ["succeeded", cards.good],
])("a second browser sees nothing of the customer whose payment %s", async (_state, number) => {
  const { id, cookie } = await payAs(number);
  const own = await htmlOf(`/checkout/${id}?lang=en`, cookie);
  expect(own).toMatch(number === cards.needsApproval ? /Confirm your payment/ : details);
  if (number === cards.declined) expect(own).toContain(copy.en.failures.declined);
  const strange = ensureBrowserKey(null, `/checkout/${id}`).setCookie.split(";")[0] ?? "";
  for (const other of [null, strange]) {
    for (const language of languages) {
      const html = await htmlOf(`/checkout/${id}?lang=${language}`, other);
      expect(html).toContain(`lang="${language}"`);
      expect(html).not.toMatch(details);
      for (const failure of failures) expect(html).not.toContain(failure);
    }
  }
});
