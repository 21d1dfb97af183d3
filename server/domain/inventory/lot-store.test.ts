import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { Mode } from "#core/context";
import { database } from "#core/db";
import { importFile, makeStock, systemContext } from "#testing/factories";
import { findHolders, findLots, findNamedLots, type ParsedLot, updateLots } from "./lot-store";
import { findRetiredRanges, recordRetiredSerials } from "./retired-serials";
import { unknownAttributes } from "./schema";
import { parseSerialRange } from "./serial-rules";
import { findOverlapped } from "./stock-removals";
import { setLotState, setStopped } from "./stopped-lots";
import { insertLots } from "./write-lots";

const ctx = systemContext();
const { prisma } = database();
let tag: string;
let projects: string[];

// The same projects in both modes, without any lot that has numbers.
beforeEach(async () => {
  const { file } = await makeStock({ projects: ["a", "b"] });
  await importFile({ ...file, mode: "live" });
  await prisma.creditLot.deleteMany({
    where: { projectId: { in: file.projects.map((p) => p.id) } },
  });
  await prisma.stockTotal.deleteMany({});
  projects = file.projects.map(({ id }) => id);
  tag = randomUUID().slice(0, 8).toUpperCase();
});

function lotOf(
  name: string,
  first: number,
  last: number,
  more: Partial<ParsedLot> = {},
): ParsedLot {
  const range =
    more.range ?? parseSerialRange(`${tag}-${first}-${last}`, (last - first + 1) * 1000);
  return {
    ...unknownAttributes,
    id: `${tag}_${name}`,
    projectId: projects[0] ?? "",
    vintageYear: 2020,
    quantityKg: (last - first + 1) * 1000,
    serialNumberRange: range.range,
    opaqueSerials: range.kind === "opaque",
    retirementUrl: null,
    range,
    ...more,
  };
}
const named = (text: string) => parseSerialRange(text, 5000, { isOpaque: true });
const rangeOf = (first: number, last: number, block = tag) =>
  parseSerialRange(`${block}-${first}-${last}`, (last - first + 1) * 1000);
const insert = (mode: Mode, ...lots: ParsedLot[]) => insertLots(ctx, { mode, lots });
const totals = async (mode: Mode) =>
  (
    await prisma.stockTotal.findMany({
      where: { mode },
      orderBy: [{ projectId: "asc" }, { vintageYear: "asc" }],
    })
  )
    .filter(({ lots }) => lots > 0)
    .map((it) => [projects.indexOf(it.projectId), it.vintageYear, it.lots, Number(it.quantityKg)]);
const idsOf = (lots: readonly { id: string }[]) =>
  lots.map(({ id }) => id.split("_").at(-1)).sort();
/** Marks kg of a lot as sold, without the retirements that a foreign key requires. */
async function setRetired(name: string, retiredKg: number): Promise<void> {
  const update = "UPDATE credit_lots SET retired_kg = $1 WHERE mode = 'test' AND id = $2";
  await prisma.$transaction([
    prisma.$executeRawUnsafe("SET LOCAL session_replication_role = replica"),
    prisma.$executeRawUnsafe(update, retiredKg, `${tag}_${name}`),
  ]);
}

describe("new lots", () => {
  it("are added to the totals of their project and vintage, batch by batch", async () => {
    await insert(
      "test",
      lotOf("1", 1, 2),
      lotOf("2", 3, 3),
      lotOf("3", 4, 4, { vintageYear: 2021 }),
    );
    await insert("test", lotOf("4", 5, 9));
    expect(await totals("test")).toEqual([
      [0, 2020, 3, 8000],
      [0, 2021, 1, 1000],
    ]);
    expect(await totals("live")).toEqual([]);
  });

  it("are compared with lots of their mode that share a serial or have the same text", async () => {
    await insert(
      "test",
      lotOf("1", 10, 19),
      lotOf("2", 30, 39),
      lotOf("n", 1, 5, { range: named(`${tag} name`), id: `${tag}_n` }),
    );
    await insert("live", lotOf("live", 50, 59));
    const holder = async (...range: [number, number, string?]) => {
      const ranges = [{ index: 7, range: rangeOf(...range) }];
      return (await findHolders(ctx, { mode: "test", ranges })).get(7)?.split("_").at(-1);
    };
    const neighbors = [holder(1, 9), holder(20, 29), holder(50, 59), holder(10, 19, `X${tag}`)];
    expect(await Promise.all(neighbors)).toEqual([undefined, undefined, undefined, undefined]);
    const across = [holder(1, 10), holder(19, 25), holder(12, 13), holder(1, 99)];
    expect(await Promise.all(across)).toEqual(["1", "1", "1", "2"]);
    const ranges = [`${tag} name`, `${tag} other`].map((text, index) => ({
      index,
      range: named(text),
    }));
    expect(await findHolders(ctx, { mode: "test", ranges: ranges })).toEqual(
      new Map([[0, `${tag}_n`]]),
    );
    expect(await findHolders(ctx, { mode: "live", ranges: ranges })).toEqual(new Map());
  });

  it("are compared with every name, or only with names written by hand", async () => {
    const isometric = parseSerialRange(`iss_${tag}`, 5000);
    await insert(
      "test",
      lotOf("1", 1, 9),
      lotOf("i", 1, 5, { range: isometric }),
      lotOf("n", 1, 5, { range: named(`${tag} name`) }),
    );
    await insert("live", lotOf("live", 1, 5, { range: named(`${tag} name`) }));
    const find = async (withIsometric: boolean) =>
      idsOf(
        (await findNamedLots(ctx, { mode: "test", withIsometric })).filter(({ id }) =>
          id.startsWith(tag),
        ),
      );
    expect(await find(true)).toEqual(["i", "n"]);
    expect(await find(false)).toEqual(["n"]);
  });
});

describe("lots in stock", () => {
  it("are lots by id in their mode, with how they have their serials", async () => {
    await insert("test", lotOf("1", 1, 9), lotOf("n", 1, 5, { range: named(`${tag} name`) }));
    await insert("live", lotOf("1", 1, 9), lotOf("2", 10, 19));
    const lots = await findLots(ctx, {
      mode: "test",
      ids: ["1", "2", "n"].map((it) => `${tag}_${it}`),
    });
    expect([...lots.values()].map((lot) => [lot.id, lot.serialForm]).sort()).toEqual([
      [`${tag}_1`, "numbered"],
      [`${tag}_n`, "opaque"],
    ]);
    expect((await findLots(ctx, { mode: "test", ids: [`${tag}_n`] })).size).toBe(1);
  });

  it("are matched by the serials that a registry names, in their mode and block", async () => {
    await insert(
      "test",
      lotOf("1", 10, 19),
      lotOf("2", 30, 39),
      lotOf("n", 1, 5, { range: named(`${tag} name`) }),
    );
    // The same ids with other serials.
    const otherName = named(`${tag} other`);
    await insert(
      "live",
      lotOf("1", 10, 19),
      lotOf("2", 60, 69),
      lotOf("n", 1, 5, { range: otherName }),
    );
    const find = async (...ranges: ReturnType<typeof rangeOf>[]) =>
      (await findOverlapped(ctx, { mode: "test", ranges })).map(
        ({ id, serialForm }) => `${id.split("_").at(-1)} ${serialForm}`,
      );
    expect(await find(rangeOf(1, 9), rangeOf(20, 29))).toEqual([]);
    expect(await find(rangeOf(60, 69), otherName)).toEqual([]);
    expect(await find(rangeOf(19, 30))).toEqual(["1 numbered", "2 numbered"]);
    expect(await find(rangeOf(1, 10))).toEqual(["1 numbered"]);
    expect(await find(rangeOf(10, 19, `X${tag}`))).toEqual([]);
    expect(await find(named(`${tag} name`))).toEqual(["n opaque"]);
  });

  it("get another retirement URL one by one", async () => {
    await insert("test", lotOf("1", 1, 9), lotOf("2", 10, 19));
    await insert("live", lotOf("1", 1, 9));
    await updateLots(ctx, {
      mode: "test",
      lots: [lotOf("1", 1, 9, { retirementUrl: "https://x.example" })],
    });
    const rows = await prisma.creditLot.findMany({ where: { id: { startsWith: tag } } });
    const linked = rows.filter(({ retirementUrl }) => retirementUrl !== null);
    expect(linked.map(({ mode, id }) => [mode, id])).toEqual([["test", `${tag}_1`]]);
  });

  it("are stopped and change state one by one, from the expected state only", async () => {
    for (const mode of ["test", "live"] as const)
      await insert(mode, lotOf("1", 1, 9), lotOf("2", 10, 19));
    const [one, two] = [`${tag}_1`, `${tag}_2`];
    const stop = (...ids: string[]) =>
      setStopped(ctx, { mode: "test", lots: ids.map((id) => ({ id, reason: `of ${id}` })) });
    expect(await stop(one)).toEqual(new Set([one]));
    expect(await stop(one)).toEqual(new Set());
    const states = async () =>
      (
        await prisma.creditLot.findMany({
          where: { id: { startsWith: tag } },
          orderBy: [{ mode: "asc" }, { id: "asc" }],
        })
      ).map(({ state }) => state);
    expect(await states()).toEqual(["on_sale", "on_sale", "stopped", "on_sale"]);
    const move = { mode: "test", from: "stopped", to: "on_sale", reason: "it is ours" } as const;
    expect(await setLotState(ctx, { ...move, id: two })).toBeNull();
    expect(await setLotState(ctx, { ...move, id: one, mode: "live" })).toBeNull();
    await setRetired("1", 2000);
    expect(await setLotState(ctx, { ...move, id: one })).toBe(7000);
    expect(await states()).toEqual(["on_sale", "on_sale", "on_sale", "on_sale"]);
  });
});

describe("serials that a registry names as retired", () => {
  const remember = (mode: Mode, ...ranges: ReturnType<typeof rangeOf>[]) =>
    recordRetiredSerials(ctx, { mode, ranges });

  it("are stored once, and found for each lot that shares them in its mode", async () => {
    await remember("test", rangeOf(10, 19), named(`${tag} name`));
    await remember("test", rangeOf(10, 19));
    await remember("live", rangeOf(30, 39));
    const recall = async (...ranges: ReturnType<typeof rangeOf>[]) => {
      const lots = ranges.map((range, index) => ({ id: `${index}`, range }));
      const retirements = await findRetiredRanges(ctx, { mode: "test", lots });
      return [...retirements].map(([id, retired]) => [id, retired.map(({ range }) => range)]);
    };
    expect(await recall(rangeOf(1, 9), rangeOf(20, 39), rangeOf(10, 19, `X${tag}`))).toEqual([]);
    expect(
      await recall(rangeOf(1, 10), rangeOf(19, 20), named(`${tag} name`), named(`${tag} n`)),
    ).toEqual([
      ["0", [`${tag}-10-19`]],
      ["1", [`${tag}-10-19`]],
      ["2", [`${tag} name`]],
    ]);
  });
});
