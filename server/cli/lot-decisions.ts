// `till lots stop|resume|remove`: decisions about single lots.
import type { Command } from "commander";
import type { Context, Mode } from "#core/context";
import { invalid } from "#core/errors";
import { formatMass } from "#core/mass";
import { plural } from "#core/text";
import { moveHeldStock } from "#domain/checkout";
import {
  deleteLots,
  LotDecision,
  removeLot,
  removeSerialNumbers,
  resumeLot,
  stopLot,
} from "#domain/inventory";
import { type JsonOption, jsonOption, modeOption, type Output, runInTransaction } from "./command";

interface DecisionOptions extends JsonOption {
  mode: Mode;
  reason: string;
}

function parseReason({ reason }: DecisionOptions): string {
  const parsed = LotDecision.safeParse({ reason });
  if (parsed.success) return parsed.data.reason;
  throw invalid("--reason", parsed.error.issues.map(({ message }) => message).join(", "));
}

function addDecision(lots: Command, name: string, description: string): Command {
  return lots
    .command(name)
    .description(description)
    .argument("<id>", "the ID of the lot")
    .addOption(modeOption("the stock that the lot belongs to"))
    .addOption(jsonOption());
}

async function removeNumbers(
  ctx: Context,
  { mode, id, serials, reason }: { mode: Mode; id: string; serials: string; reason: string },
): Promise<Output> {
  const [, first, last] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(serials) ?? [];
  if (first === undefined) throw invalid("--serials", "must be numbers such as 101-200");
  const range = { first: Number(first), last: Number(last ?? first) };
  const { removedKg } = await removeSerialNumbers(ctx, { mode, lotId: id, ...range, reason });
  await moveHeldStock(ctx, mode);
  return {
    lines: [`Removed ${formatMass(removedKg)} of lot ${id} from stock: serials ${serials}.`],
    document: { id, mode, serials, removed_kg: removedKg },
  };
}

function addDeleteCommand(lots: Command): void {
  lots
    .command("delete")
    .description(
      "delete lots of which nothing was sold, as if they had not been imported: importing them " +
        "again adds them again",
    )
    .argument("<ids...>", "the IDs of imported lots")
    .addOption(modeOption("the stock that the lots belong to"))
    .requiredOption("--reason <text>", "why, for the audit log")
    .addOption(jsonOption())
    .action((ids: string[], options: DecisionOptions) =>
      runInTransaction(options, async (ctx) => {
        const { mode } = options;
        const reason = parseReason(options);
        const { deletedKg } = await deleteLots(ctx, { mode, ids: [...new Set(ids)], reason });
        await moveHeldStock(ctx, mode);
        return {
          lines: [`Deleted ${formatMass(deletedKg)} in ${plural(ids.length, "lot")}.`],
          document: { ids, mode, deleted_kg: deletedKg },
        };
      }),
    );
}

/** Adds the commands that stop, resume, remove and delete stock. */
export function addDecisionCommands(lots: Command): void {
  addDeleteCommand(lots);
  addDecision(lots, "stop", "stop sales from a lot until you resume them")
    .requiredOption("--reason <text>", "why sales are stopped")
    .action((id: string, options: DecisionOptions) =>
      runInTransaction(options, async (ctx) => {
        const { mode } = options;
        await stopLot(ctx, { mode, id, reason: parseReason(options) });
        await moveHeldStock(ctx, mode);
        return {
          lines: [`Stopped sales from lot ${id}.`],
          document: { id, mode, state: "stopped" },
        };
      }),
    );
  addDecision(
    lots,
    "resume",
    "resume sales from a stopped lot and dismiss the registry's claims on its serials",
  ).action((id: string, options: DecisionOptions) =>
    runInTransaction(options, async (ctx) => {
      const { mode } = options;
      const { dismissed } = await resumeLot(ctx, { mode, id });
      const lines = [
        `Resumed sales from lot ${id}.`,
        ...dismissed.map((range) => `  dismissed: ${range} (retired or cancelled at the registry)`),
      ];
      return { lines, document: { id, mode, state: "on_sale", dismissed } };
    }),
  );
  addDecision(
    lots,
    "remove",
    "permanently remove what is left of a stopped lot from stock, or some of a lot's serials",
  )
    .option("--serials <first-last>", "serial numbers to remove, such as 101-200; none may be sold")
    .requiredOption("--reason <text>", "why the stock is removed")
    .action((id: string, options: DecisionOptions & { serials?: string }) =>
      runInTransaction(options, async (ctx) => {
        const { mode, serials } = options;
        const reason = parseReason(options);
        if (serials !== undefined) return removeNumbers(ctx, { mode, id, serials, reason });
        const { removedKg } = await removeLot(ctx, { mode, id, reason });
        return {
          lines: [`Removed ${formatMass(removedKg)} of lot ${id} from stock.`],
          document: { id, mode, state: "removed", removed_kg: removedKg },
        };
      }),
    );
}
