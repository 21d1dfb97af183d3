// Attributes that disclosure rules ask for, from catalogue files to rows.
import { expect, test } from "vitest";
import { database } from "#core/db";
import { toProjectResource } from "#domain/catalogue";
import { errorsOf, makeFile } from "#testing/catalogue-file";
import { importFile } from "#testing/factories";

const attributes = {
  country_code: "LV",
  mechanism: "removal",
  sink: "biogenic",
  durability_years: 40,
  crediting_period: { start: "2020-02-29", end: "2049-12-31" },
  protocol: "VM0033 v2.1",
};
const unknown = {
  country_code: null,
  mechanism: null,
  sink: null,
  durability_years: null,
  crediting_period: null,
  protocol: null,
};
const ccp = { scheme: "CCP", granted_on: "2026-03-01", source_url: "https://registry.example/ccp" };

async function projectOf(id: string) {
  const where = { mode_id: { mode: "test", id } };
  return toProjectResource(await database().prisma.project.findUniqueOrThrow({ where }));
}

async function lotOf(id: string) {
  const row = await database().prisma.creditLot.findUniqueOrThrow({
    where: { id_mode: { id, mode: "test" } },
  });
  const { labels, correspondingAdjustment, correspondingAdjustmentUrl, creditType } = row;
  return { labels, correspondingAdjustment, correspondingAdjustmentUrl, creditType };
}

const auditOf = (id: string) =>
  database().prisma.auditEntry.findMany({ where: { subjectId: id }, orderBy: { id: "asc" } });

test("a project's attributes are stored as stated; those that are left out are unknown", async () => {
  const { file, tag } = makeFile();
  const [first, second] = file.projects;
  await importFile({ ...file, projects: [{ ...first, ...attributes }, second] });
  expect(await projectOf(`prj_${tag}_a`)).toMatchObject(attributes);
  expect(await projectOf(`prj_${tag}_b`)).toMatchObject(unknown);
  const open = { start: "2024-01-01", end: null };
  const again = await importFile({
    mode: "test",
    projects: [{ ...first, crediting_period: open }],
  });
  expect(again.counts.projects).toMatchObject({ updated: 1 });
  expect(await projectOf(`prj_${tag}_a`)).toMatchObject({ ...unknown, crediting_period: open });
});

test("an attribute with a mistake is refused by its field's path", async () => {
  const project = { id: "x", name: "X" };
  const projects = [
    { country_code: "UK" },
    { country_code: "gn" },
    { mechanism: "avoidance" },
    { sink: "forest" },
    { durability_years: 0.5 },
    { crediting_period: { start: "2024-02-30", end: null } },
    { crediting_period: { start: "2024-02-01", end: "2024-01-31" } },
  ].map((fault, index) => ({ ...project, id: `x${index}`, ...fault }));
  const { file } = makeFile();
  const [lot] = file.credit_lots;
  const credit_lots = [
    { labels: [{ scheme: "CCP", granted_on: "soon" }] },
    { labels: [ccp, ccp] },
    { corresponding_adjustment: "yes" },
    { corresponding_adjustment_url: "https://letters.example/1" },
    { corresponding_adjustment: "applied", corresponding_adjustment_url: "ftp://letters.example" },
    { credit_type: "" },
  ].map((fault, index) => ({
    ...lot,
    id: `l${index}`,
    serial_number_range: `F${index}-1-425`,
    ...fault,
  }));
  const errors = await errorsOf(
    importFile({ ...file, projects: [...file.projects, ...projects], credit_lots }),
  );
  expect(Object.keys(errors)).toEqual([
    "credit_lots[0].labels[0].granted_on",
    "credit_lots[1].labels",
    "credit_lots[2].corresponding_adjustment",
    "credit_lots[3].corresponding_adjustment_url",
    "credit_lots[4].corresponding_adjustment_url",
    "credit_lots[5].credit_type",
    "projects[2].country_code",
    "projects[3].country_code",
    "projects[4].mechanism",
    "projects[5].sink",
    "projects[6].durability_years",
    "projects[7].crediting_period.start",
    "projects[8].crediting_period.end",
  ]);
});

test("labels and adjustment of a lot may change later, and the audit log says from what", async () => {
  const { file, tag } = makeFile();
  const [lot] = file.credit_lots;
  const id = `lot_${tag}_a`;
  await importFile(file);
  const importLot = (facts: object) =>
    importFile({ mode: "test", credit_lots: [{ ...lot, ...facts }] });
  const letter = "https://letters.example/1";
  await importLot({ credit_type: "VCU" });
  await importLot({ labels: [ccp] });
  await importLot({ corresponding_adjustment: "authorized", corresponding_adjustment_url: letter });
  const known = {
    labels: [ccp],
    correspondingAdjustment: "authorized",
    correspondingAdjustmentUrl: letter,
    creditType: "VCU",
  };
  expect(await lotOf(id)).toEqual(known);
  const entries = await auditOf(id);
  expect(entries.map(({ action }) => action)).toEqual(
    Array(3).fill("credit_lot.attributes_changed"),
  );
  expect(entries[2]?.data).toEqual({
    mode: "test",
    corresponding_adjustment_before: null,
    corresponding_adjustment: "authorized",
    corresponding_adjustment_url_before: null,
    corresponding_adjustment_url: letter,
  });
});

test("an import that leaves a lot's attributes out keeps them, and null clears them", async () => {
  const { file, tag } = makeFile();
  const [lot, other] = file.credit_lots;
  const id = `lot_${tag}_a`;
  const labeled = {
    ...lot,
    labels: [ccp],
    corresponding_adjustment: "applied",
    credit_type: "VCU",
  };
  await importFile({ ...file, credit_lots: [labeled, other] });
  const again = await importFile({ mode: "test", credit_lots: [lot] });
  expect(again.changed).toBe(false);
  expect(await lotOf(id)).toMatchObject({ labels: [ccp], correspondingAdjustment: "applied" });
  await importFile({
    mode: "test",
    credit_lots: [{ ...lot, labels: [], corresponding_adjustment: null }],
  });
  expect(await lotOf(id)).toMatchObject({
    labels: [],
    correspondingAdjustment: null,
    creditType: "VCU",
  });
});

test("the type of a lot's credits cannot change once it is stated", async () => {
  const { file } = makeFile();
  const [lot] = file.credit_lots;
  await importFile({ ...file, credit_lots: [{ ...lot, credit_type: "VCU" }] });
  for (const credit_type of ["VER", null]) {
    const credit_lots = [{ ...lot, credit_type }];
    expect(await errorsOf(importFile({ mode: "test", credit_lots }))).toEqual({
      "credit_lots[0].credit_type": ['is "VCU", and a lot cannot change'],
    });
  }
});
