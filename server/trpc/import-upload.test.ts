import { expect, it } from "vitest";
import { runJobs } from "#jobs/run-jobs";
import { importFile, makeStock, systemContext } from "#testing/factories";
import { makePerson } from "#testing/people";
import { dashboardOf } from "#testing/procedures";
import { fingerprint } from "#testing/tables";

const asOperator = async () => dashboardOf(await makePerson({ isOperator: true }));

const columns = {
  serial_number_range: "Serials",
  quantity_tonnes: "Tonnes",
  vintage_year: "Year",
  project_id: "Project",
  project_name: "Title",
};
const holdings = {
  name: "holdings.csv",
  text: "Serials,Tonnes,Year,Project,Title\nACR-US-7-2025-1-1 to 10,10,2025,ACR7,Hills\nACR-US-7-2025-1-11 to 20,9,2025,ACR7,Hills\n",
};

it("an account's holdings are previewed by the mapping that was sent with them", async () => {
  const { operatorImports: imports } = await asOperator();
  const mapping = { name: "mapping.json", text: JSON.stringify({ columns }) };
  const { id } = await imports.create({ kind: "acr", files: [holdings], mapping });
  await runJobs(systemContext());
  const { state, addedLots, report } = await imports.get({ id });
  expect({ state, addedLots }).toEqual({ state: "checked", addedLots: 1 });
  expect(report?.import).toMatchObject({
    refused: [{ place: "holdings.csv, line 3" }],
    notes: [
      expect.stringContaining("holdings.csv was read as holdings"),
      "1 row could not be read.",
    ],
  });
});

it("a complete list of holdings is compared with stock in the preview", async () => {
  const { operatorImports: imports } = await asOperator();
  const mapping = { name: "mapping.json", text: JSON.stringify({ columns }) };
  const [header, row = ""] = holdings.text.split("\n");
  const files = [{ name: "all.csv", text: [header, row, ""].join("\n") }];
  const { id } = await imports.create({ kind: "acr", files, mapping, complete: "on" });
  await runJobs(systemContext());
  const { report } = await imports.get({ id });
  expect(report?.import?.missing).toMatchObject({ rows: expect.any(Array), soldKg: 0 });
});

it("a mapping with mistakes is refused, and each is named", async () => {
  const { operatorImports: imports } = await asOperator();
  const mapping = { name: "m.json", text: JSON.stringify({ columns: { ...columns, price: "C" } }) };
  const sent = imports.create({ kind: "acr", files: [holdings], mapping });
  await expect(sent).rejects.toMatchObject({
    cause: { errors: { "m.json, columns.price": ["is no field of a mapping"] } },
  });
});

const VERRA_HEADER =
  "Issuance Date,Vintage Start,Vintage End,ID,Name,Country/Area,Project Type,Quantity Issued," +
  "Serial Number,Retirement/Cancellation Date,Retirement Beneficiary";
const serials = "9100-1-2-VCS-VCU-1507-VER-ET-14-78-01012020-31122020-0";

const retirements = (beneficiary: string) => ({
  name: "retirements.csv",
  text: `${VERRA_HEADER}\n2020-04-03,2020-01-01,2020-12-31,78,Hills,Ethiopia,Forestry,2,${serials},2026-11-20,${beneficiary}\n`,
});

it("a registry's export is compared in the background, and nothing changes", async () => {
  const stock = await makeStock({ tonnes: 2 });
  await importFile({
    ...stock.file,
    projects: stock.file.projects.map((project) => ({ ...project, registry_name: "Verra" })),
    credit_lots: stock.file.credit_lots.map((lot) => ({
      ...lot,
      id: `${lot.id}_verra`,
      quantity_kg: 2000,
      serial_number_range: serials,
    })),
  });
  const caller = await asOperator();
  const compare = async (beneficiary: string) => {
    const files = [retirements(beneficiary)];
    const { id } = await caller.operatorDrift.start({ registry: "verra", files });
    await runJobs(systemContext());
    return caller.operatorDrift.get({ id });
  };
  const before = await fingerprint();
  const { id, state, report } = await compare("Zoe");
  const { jobs: _, audit_entries: __, people: ___, ...after } = await fingerprint();
  expect(before).toMatchObject(after);
  expect(state).toBe("done");
  expect(report?.drift?.sums.filter(({ count }) => count > 0)).toEqual([
    { kind: "unknown_here", count: 1, kg: 2000 },
  ]);
  const csv = await caller.exports.drift({ id });
  expect(csv.rows).toEqual([
    expect.arrayContaining(["unknown_here", serials, 2000, "retirements.csv, line 2"]),
  ]);
  const { data } = await caller.operatorDrift.list({});
  expect(data.find((job) => job.id === id)?.report?.drift).not.toHaveProperty("entries");
});

it("an export of another registry is refused with its reason", async () => {
  const caller = await asOperator();
  const files = [retirements("Ada")];
  const { id } = await caller.operatorDrift.start({ registry: "isometric", files });
  await runJobs(systemContext());
  expect(await caller.operatorDrift.get({ id })).toMatchObject({
    state: "refused",
    report: { problem: { errors: [{ place: "retirements.csv, line 1" }] } },
  });
});
