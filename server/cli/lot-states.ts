// `till lots stop | resume | remove | stopped`: whether a lot is sold from.
import { type Command, Option } from "commander";
import type { Mode } from "#core/context";
import { invalid } from "#core/errors";
import { formatMass } from "#core/mass";
import {
  LotDecision,
  listStoppedLots,
  removeLot,
  resumeLot,
  type StoppedLot,
  stopLot,
} from "#domain/inventory";
import { type JsonOption, run, runInTransaction } from "./command";

interface Options extends JsonOption {
  mode: Mode;
}
interface ReasonOptions extends Options {
  reason: string;
}

const modeOption = () =>
  new Option("--mode <mode>", "of which stock").choices(["test", "live"]).default("test");

function reasonOf({ reason }: ReasonOptions): string {
  const read = LotDecision.safeParse({ reason });
  if (read.success) return read.data.reason;
  throw invalid("--reason", read.error.issues.map(({ message }) => message).join(", "));
}

/** Stopped lots as lines, for `lots stopped` and `check`. */
export function stoppedLotLines(lots: readonly StoppedLot[]): string[] {
  return lots.map(
    ({ mode, id, leftKg, stoppedAt, reason }) =>
      `  ${id} (${mode}, ${formatMass(leftKg)} left, since ` +
      `${stoppedAt.toISOString().slice(0, 10)}): ${reason}`,
  );
}

/** Stopped lots in a JSON document. */
export function stoppedLotDocument(lots: readonly StoppedLot[]) {
  return lots.map(({ mode, id, reason, leftKg, stoppedAt }) => ({
    mode,
    id,
    reason,
    left_kg: leftKg,
    stopped_on: stoppedAt.toISOString(),
  }));
}

function addDecision(
  lots: Command,
  { name, description }: { name: string; description: string },
): Command {
  return lots
    .command(name)
    .description(description)
    .argument("<id>", "the lot")
    .addOption(modeOption())
    .option("--json", "answer with one JSON document");
}

/** Adds the commands for single lots to `lots`. */
export function addLotStateCommands(lots: Command): void {
  lots
    .command("stopped")
    .description("list the lots that are stopped until you decide, of both modes")
    .option("--json", "answer with one JSON document")
    .action((options: JsonOption) =>
      run(options, async (ctx) => {
        const found = await listStoppedLots(ctx);
        const lines = found.length === 0 ? ["No lot is stopped."] : stoppedLotLines(found);
        return { lines, document: { lots: stoppedLotDocument(found) } };
      }),
    );
  addDecision(lots, { name: "stop", description: "sell nothing more from a lot for now" })
    .requiredOption("--reason <text>", "why")
    .action((id: string, options: ReasonOptions) =>
      runInTransaction(options, async (ctx) => {
        const { mode } = options;
        await stopLot(ctx, { mode, id, reason: reasonOf(options) });
        return { lines: [`Lot ${id} is stopped.`], document: { id, mode, state: "stopped" } };
      }),
    );
  addDecision(lots, {
    name: "resume",
    description: "put a stopped lot back on sale; what the registry named of it is dismissed",
  }).action((id: string, options: Options) =>
    runInTransaction(options, async (ctx) => {
      const { mode } = options;
      const { dismissed } = await resumeLot(ctx, { mode, id });
      const lines = [
        `Lot ${id} is on sale.`,
        ...dismissed.map((range) => `  dismissed: ${range} (retired or cancelled at the registry)`),
      ];
      return { lines, document: { id, mode, state: "on_sale", dismissed } };
    }),
  );
  addDecision(lots, {
    name: "remove",
    description: "take what is left of a stopped lot out of the stock, for good",
  })
    .requiredOption("--reason <text>", "why")
    .action((id: string, options: ReasonOptions) =>
      runInTransaction(options, async (ctx) => {
        const { mode } = options;
        const { removedKg } = await removeLot(ctx, { mode, id, reason: reasonOf(options) });
        const lines = [`${formatMass(removedKg)} of lot ${id} are removed from the stock.`];
        return { lines, document: { id, mode, state: "removed", removed_kg: removedKg } };
      }),
    );
}
