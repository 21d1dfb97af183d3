import { beforeAll, it } from "vitest";
import { makeStock } from "#testing/factories";
import { runLedgerModel } from "#testing/ledger-model";

let portfolioId: string;
beforeAll(async () => {
  ({ portfolioId } = await makeStock({ tonnes: 1_000 }));
});

it("whatever orders, cancellations, payments and corrections come, some at once, the balance is their sum and never beyond its limit", async () => {
  await runLedgerModel(portfolioId, { runs: 5, steps: 12 });
}, 60_000);
