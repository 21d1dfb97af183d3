import { expect, it } from "vitest";
import { giveStatus, REFERENCE, RETIRED_ON } from "#testing/evidence";
import { contextOf, makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";
import { placeOrder } from "#testing/place-order";
import { findVerification } from "./find-verification";
import { getCertificate } from "./get-certificate";
import { toVerificationResource } from "./verification-resource";
import { readQuery } from "./verification-rules";

async function verify(text: string) {
  const query = readQuery(text);
  if (!query) throw new Error(`${text} is not a valid query`);
  return toVerificationResource(await findVerification(systemContext(), query));
}

it("a copy is current until the registry's record changes, and its serials are retired from then on", async () => {
  const { account } = await makeAccount();
  const { portfolioId } = await makeStock();
  const input = { amount_kg: 25, portfolio_id: portfolioId, subaccountId: null };
  const { id } = await placeOrder(contextOf(account), input);
  await matchAll();
  const { certificate_public_url: url, projects } = await getCertificate(systemContext(), id);
  const serial = projects[0]?.retirements[0]?.serial_number_range ?? "";
  expect(await verify(`${url}?revision=1`)).toMatchObject({
    data: [{ is_current_revision: true, revision: 1, registry_status: "pending" }],
  });
  expect(await verify(serial)).toMatchObject({
    retirements: [{ registry_status: "pending" }],
    serials: [{ retired_kg: 25, registry_retired_kg: 0 }],
  });
  await giveStatus(id, { status: "retired" });
  expect(await verify(`${url}?revision=1`)).toMatchObject({
    data: [{ is_current_revision: false, revision: 2, registry_status: "retired" }],
  });
  expect(await verify(`${url}?revision=2`)).toMatchObject({
    data: [{ is_current_revision: true }],
  });
  expect(await verify(serial)).toMatchObject({
    retirements: [{ registry_retired_on: RETIRED_ON, registry_reference: REFERENCE }],
    serials: [{ retired_kg: 25, registry_retired_kg: 25 }],
  });
});
