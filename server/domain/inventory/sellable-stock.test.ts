import { expect, it } from "vitest";
import type { Mode } from "#core/context";
import { database } from "#core/db";
import { importFile, makeStock } from "#testing/factories";
import { findSellableKg } from "./stock";

const { prisma } = database();

async function change(id: string | undefined, set: string): Promise<void> {
  await prisma.$transaction([
    // Marks kg as sold without the retirements that a foreign key requires.
    prisma.$executeRawUnsafe("SET LOCAL session_replication_role = replica"),
    prisma.$executeRawUnsafe(`UPDATE credit_lots SET ${set} WHERE mode = 'test' AND id = $1`, id),
  ]);
}

it("the remaining kg of lots on sale can be sold", async () => {
  const { file, lotIds } = await makeStock({ projects: ["a", "b"], tonnes: 10 });
  await importFile({ ...file, mode: "live" });
  const [first = "", second = ""] = file.projects.map(({ id }) => id);
  const more = ["x", "y"].map((name) => ({
    ...file.credit_lots[0],
    id: `${lotIds[0]}_${name}`,
    serial_number_range: `${lotIds[0]}-${name}-1-10`,
  }));
  await importFile({ mode: "test", credit_lots: more });
  const stopped = "state = 'stopped', state_reason = 'doubt', state_changed_at = now()";
  await change(more[0]?.id, stopped);
  await change(lotIds[0], "retired_kg = 2500");
  const sum = async (projectIds: string[], mode: Mode = "test") =>
    Object.fromEntries(await findSellableKg({ db: database() }, { mode, projectIds }));
  expect(await sum([first])).toEqual({ [first]: 7500 + 10_000 });
  expect(await sum([second])).toEqual({ [second]: 10_000 });
  await change(lotIds[1], "retired_kg = 10000");
  expect(await sum([second])).toEqual({});
  expect(await sum([second], "live")).toEqual({ [second]: 10_000 });
});
