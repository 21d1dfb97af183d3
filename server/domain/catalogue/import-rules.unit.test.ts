import { describe, expect, it } from "vitest";
import {
  checkEntries,
  completeProject,
  duplicateFaults,
  type Entries,
  registryKey,
} from "./import-rules";
import { isPublicId, preferLive } from "./projects";
import { EmissionFactorEntry, PortfolioEntry, ProjectCategoryEntry, ProjectEntry } from "./schema";

const none: Entries = {
  projects: [],
  project_categories: [],
  portfolios: [],
  emission_factors: [],
  default_portfolio_id: null,
};
const known = (...names: string[]) => {
  const set = new Set(names);
  return (list: string, id: string) => set.has(`${list} ${id}`);
};

const category = (id: string, projectIds: string[]) =>
  ProjectCategoryEntry.parse({
    id,
    name: id,
    description: "",
    api_price_per_kg_usd_cents: 1,
    checkout_price_per_kg_usd_cents: 1,
    projects: projectIds.map((project_id) => ({ project_id, weight: 1 })),
  });
const portfolio = (id: string, parts: [string, number][]) =>
  PortfolioEntry.parse({
    id,
    name: id,
    description: "",
    category_allocations: parts.map(([category_id, allocated_fraction]) => ({
      category_id,
      allocated_fraction,
    })),
  });
const factor = (activity: string, from: number) =>
  EmissionFactorEntry.parse({
    activity,
    from_distance_km: from,
    kg_co2e_per_unit: 1,
    unit: "passenger_km",
    source: "S",
    edition: "E",
    url: null,
  });
const project = (more: object = {}) =>
  ProjectEntry.parse({
    id: "p",
    name: "Project (VCS1)",
    registry_name: "Verra",
    registry_id: "VCS1",
    ...more,
  });

describe("repeated keys", () => {
  it("are faults at every index but the first", () => {
    const items = ["a", "b", "a", "a"].map((key, at) => ({
      path: [at],
      key,
      label: `item ${key}`,
    }));
    expect(duplicateFaults(items)).toEqual([
      { path: [2], message: "item a occurs twice" },
      { path: [3], message: "item a occurs twice" },
    ]);
  });
});

describe("a catalogue file", () => {
  it("without faults is accepted", () => {
    const entries = {
      ...none,
      project_categories: [category("c", ["p", "q"]), null],
      portfolios: [
        portfolio("f", [
          ["c", 0.4],
          ["d", 0.6],
        ]),
        null,
      ],
      emission_factors: [factor("train", 0), factor("train", 100)],
      default_portfolio_id: "f",
    };
    const names = ["projects p", "projects q", "project_categories c", "project_categories d"];
    expect(checkEntries(entries, known(...names, "portfolios f"))).toEqual([]);
  });

  it("is rejected for projects that a category lacks or repeats", () => {
    const entries = { ...none, project_categories: [null, category("c", ["p", "x", "p"])] };
    expect(checkEntries(entries, known("projects p", "projects c"))).toEqual([
      {
        path: ["project_categories", 1, "projects", 1, "project_id"],
        message: 'there is no project "x"',
      },
      {
        path: ["project_categories", 1, "projects", 2, "project_id"],
        message: 'project "p" occurs twice',
      },
    ]);
  });

  it("is rejected for categories that a portfolio lacks or repeats, and for fractions that do not sum to 1", () => {
    const parts: [string, number][] = [
      ["c", 0.25],
      ["x", 0.25],
      ["c", 0.4],
    ];
    const entries = { ...none, portfolios: [null, portfolio("f", parts)] };
    expect(checkEntries(entries, known("project_categories c", "projects x"))).toEqual([
      {
        path: ["portfolios", 1, "category_allocations", 1, "category_id"],
        message: 'there is no project category "x"',
      },
      {
        path: ["portfolios", 1, "category_allocations", 2, "category_id"],
        message: 'project category "c" occurs twice',
      },
      {
        path: ["portfolios", 1, "category_allocations"],
        message: "the fractions sum to 0.9, not exactly 1",
      },
    ]);
  });

  it("is rejected for an unknown default portfolio", () => {
    const entries = { ...none, default_portfolio_id: "f" };
    expect(checkEntries(entries, known("projects f"))).toEqual([
      { path: ["default_portfolio_id"], message: 'there is no portfolio "f"' },
    ]);
    expect(checkEntries(entries, known("portfolios f"))).toEqual([]);
  });

  it("is rejected for an activity without a factor from 0 km, and for a repeated step", () => {
    const factors = [factor("train", 0), factor("flight", 500), factor("flight", 500)];
    expect(checkEntries({ ...none, emission_factors: factors }, known())).toEqual([
      { path: ["emission_factors", 1], message: "no factor of flight is from 0 km on" },
      {
        path: ["emission_factors", 2],
        message: "the factor of flight from 500 km occurs twice",
      },
    ]);
  });

  it("with an unreadable factor is not rejected for a missing step, which it may be", () => {
    const factors = [null, factor("flight", 500)];
    expect(checkEntries({ ...none, emission_factors: factors }, known())).toEqual([]);
  });
});

describe("a project of a registry", () => {
  it("is matched by its number, in any spelling", () => {
    const keys = [" VCS 1340", "vcs1340", "1340"].map((id) => registryKey("Verra", id));
    expect(new Set(keys)).toEqual(new Set(["verra 1340"]));
    expect(registryKey("Gold Standard (GS)", "GS-77")).toBe("goldstandardgs 77");
    // A prefix only counts before a number.
    expect(registryKey("Other", "VCSX1")).toBe("other vcsx1");
    expect(registryKey("Other", "1VCS2")).toBe("other 1vcs2");
    expect(registryKey("Verra", null)).toBeNull();
  });

  it("gets empty fields filled, and keeps all others", () => {
    const own = project({ name: "My name", methodology: null, type: "Solar", activity_types: [] });
    const source = project({
      id: "other",
      name: "Its name",
      methodology: "ACM0002",
      type: "Wind",
      activity_types: ["Wind"],
      registry_id: "VCS1",
    });
    const complete = completeProject(own, source);
    expect(complete).toMatchObject({
      id: "p",
      name: "My name",
      type: "Solar",
      methodology: "ACM0002",
      activity_types: ["Wind"],
    });
  });

  it("loses a generated name", () => {
    const source = project({ id: "other", name: "Its name" });
    expect(completeProject(project(), source).name).toBe("Its name");
    expect(completeProject(project({ registry_id: null }), source).name).toBe("Project (VCS1)");
    expect(completeProject(project({ name: "(VCS1) Wind" }), source).name).toBe("(VCS1) Wind");
  });
});

describe("a public id", () => {
  it("must be one that the database can hold", () => {
    expect(["a", "x".repeat(255), "ü 😀"].map(isPublicId)).toEqual([true, true, true]);
    expect(["", "x".repeat(256), "a\0b", "\ud800"].map(isPublicId)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it("refers to the live entry if both modes have it", () => {
    const [test, live] = [{ mode: "test" }, { mode: "live" }];
    expect([preferLive([test, live]), preferLive([test]), preferLive([])]).toEqual([
      live,
      test,
      null,
    ]);
  });
});
