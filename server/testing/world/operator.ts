// Decisions of an operator about stock.
import { database } from "#core/db";
import { moveHeldStock } from "#domain/checkout";
import { stopLot } from "#domain/inventory";
import { MODE } from "#testing/world/catalogue";
import { runAsWorker } from "#testing/world/turns";

/** Takes the lot from sale; what is held of it moves in the same transaction. */
export function stopLotNow(id: string): Promise<void> {
  return runAsWorker((ctx) =>
    database().transaction(async (db) => {
      await stopLot({ ...ctx, db }, { mode: MODE, id, reason: "Under review" });
      await moveHeldStock({ ...ctx, db }, MODE);
    }),
  );
}
