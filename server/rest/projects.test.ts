import { expect, it } from "vitest";
import { database } from "#core/db";
import { call } from "#testing/api";
import { importFile, makeAccount, makeStock } from "#testing/factories";

it("returns null for an unknown registry number, however it was left out", async () => {
  const { token: key } = await makeAccount();
  const { tag, file } = await makeStock({ projects: ["a", "b", "c", "d"] });
  const [known, ...others] = file.projects;
  const left = [{ registry_id: null }, { registry_id: " " }, {}];
  const projects = others.map(({ registry_id: _, ...project }, index) => ({
    ...project,
    ...left[index],
  }));
  await importFile({ mode: "test", projects: [known, ...projects] });
  const registryIds = await Promise.all(
    ["a", "b", "c", "d"].map(async (name) => {
      const { json } = await call("GET", `/projects/prj_${tag}_${name}`, { key });
      return json.registry_id;
    }),
  );
  expect(registryIds).toEqual(["TST1", null, null, null]);
  const blank = database().prisma.project.updateMany({
    where: { id: `prj_${tag}_b` },
    data: { registryId: "" },
  });
  await expect(blank).rejects.toThrow();
});
