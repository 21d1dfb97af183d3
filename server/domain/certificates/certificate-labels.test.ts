import { expect, test } from "vitest";
import { database } from "#core/db";
import { languages } from "#core/language";
import { contextOf, makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";
import { placeOrder } from "#testing/place-order";
import { getCertificate } from "./get-certificate";
import { recordNotesOf } from "./wording";

/** A fulfilled order from a lot about which the catalogue has these facts. */
async function sell(data: object) {
  const { account } = await makeAccount();
  const { portfolioId, lotIds } = await makeStock();
  const setLot = (facts: object) =>
    database().prisma.creditLot.updateMany({ where: { id: { in: lotIds } }, data: facts });
  await setLot(data);
  const terms = { amount_kg: 25, portfolio_id: portfolioId, subaccountId: null };
  const { id } = await placeOrder(contextOf(account), terms);
  await matchAll();
  return { id, setLot };
}

async function creditsOf(id: string) {
  const { projects } = await getCertificate(systemContext(), id);
  const [credits] = projects.flatMap(({ retirements }) => retirements);
  if (!credits) throw new Error("no credits are allocated");
  return credits;
}

const labels = [
  { scheme: "CCP", granted_on: "2024-06-06", source_url: null },
  { scheme: "CORSIA", granted_on: null, source_url: null },
];

test("a certificate states labels and adjustment as they were when it was made, in each language", async () => {
  const { id, setLot } = await sell({ labels, correspondingAdjustment: "authorized" });
  const credits = await creditsOf(id);
  expect(credits).toMatchObject({ labels, corresponding_adjustment: "authorized" });
  const notes = (language: (typeof languages)[number]) =>
    recordNotesOf(credits, "live", language).map(({ text }) => text);
  expect(notes("en")).toEqual([
    "Retirement pending",
    "Labels: CCP (since June 6, 2024), CORSIA · Authorized by the host country for a corresponding " +
      "adjustment (Article 6, Paris Agreement)",
  ]);
  expect(new Set(languages.map((language) => notes(language).join())).size).toBe(languages.length);
  await setLot({ labels: [], correspondingAdjustment: "applied" });
  expect(await creditsOf(id)).toEqual(credits);
});

test("a certificate says nothing about labels and adjustment that the catalogue does not know", async () => {
  const { id } = await sell({});
  const credits = await creditsOf(id);
  expect(credits).toMatchObject({ labels: [], corresponding_adjustment: null });
  expect(recordNotesOf(credits, "live").map(({ text }) => text)).toEqual(["Retirement pending"]);
});
