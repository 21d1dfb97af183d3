import { beforeAll, it } from "vitest";
import { makeStock } from "#testing/factories";
import { runLedgerModel } from "#testing/ledger-model";
import { enduranceSeed } from "#testing/seed";

let portfolioId: string;
beforeAll(async () => {
  ({ portfolioId } = await makeStock({ tonnes: 1_000 }));
});

it("150 sequences of 30 changes of a balance agree with the model", async () => {
  await runLedgerModel(portfolioId, { runs: 150, steps: 30, seed: enduranceSeed() });
}, 900_000);
