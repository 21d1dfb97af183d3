import { expect, test } from "vitest";
import { languages } from "#core/language";
import { importFile, makeAccount, makeStock, systemContext } from "#testing/factories";
import { makeSale } from "#testing/sale";
import { customerMails } from "./mails";

const names = { de: "Mischung", fr: "Mélange" } as const;

test("a receipt names the portfolio in the customer's language, or else as the original", async () => {
  const { account } = await makeAccount();
  const { portfolioId, file } = await makeStock();
  const translations = { de: { name: names.de }, fr: { name: names.fr } };
  const portfolios = file.portfolios.map((entry) => ({ ...entry, translations }));
  await importFile({ mode: "test", portfolios });
  const receipt = customerMails.find(({ name }) => name === "receipt");
  const expected = { ...names, en: "Portfolio", es: "Portfolio" };
  for (const language of languages) {
    const sale = await makeSale({ account, portfolioId, kinds: [], language });
    const mail = await receipt?.prepare(systemContext(), {
      params: { checkoutSessionId: sale.id },
      createdAt: new Date(),
    });
    if (mail?.state !== "ready") throw new Error("the mail is not ready");
    expect([mail.language, mail.content.text]).toEqual([
      language,
      expect.stringContaining(`: ${expected[language]}\n`),
    ]);
  }
});
