import fs from "node:fs";
import "#http/request-records";
import "#jobs/worker-metrics";
import { expect, it } from "vitest";
import { listMetrics } from "#core/metrics";
import { startProcessMetrics } from "#core/process-metrics";
import "./installation-metrics";

startProcessMetrics();
const exported = listMetrics().map(({ name }) => name);
const own = exported.filter((name) => name.startsWith("carbon_till_")).sort();

const FOLDER = "docs/operations";
const read = (name: string) => fs.readFileSync(`${FOLDER}/${name}`, "utf8");

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? "");
}

it("documents each metric, and no other", () => {
  const rows = matches(read("monitoring.md"), /^\| `(\w+)` \| (?:counter|gauge|histogram) \|/gm);
  expect(rows.map((name) => `carbon_till_${name}`).sort()).toEqual(own);
});

/** Names in queries; those of histograms end in the series that they export. */
function queried(text: string): string[] {
  const names = matches(text, /\b((?:carbon_till|nodejs|process)_\w+)/g);
  return [...new Set(names)].map((name) => name.replace(/_(bucket|sum|count)$/, ""));
}

interface Panel {
  type: string;
  title: string;
  targets?: { expr: string }[];
}

const panels = (JSON.parse(read("grafana/carbon-till.json")) as { panels: Panel[] }).panels;
const charts = panels.filter(({ type }) => type !== "row");

it("charts only metrics that are exported, and each of our own", () => {
  const expressions = charts.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const names = queried(expressions.join("\n"));
  expect(names.filter((name) => !exported.includes(name))).toEqual([]);
  expect(own.filter((name) => !names.includes(name))).toEqual([]);
  expect(charts.filter(({ targets = [] }) => targets.length === 0)).toEqual([]);
});

const alerts = read("alerts.yaml")
  .split(/^ {6}- alert: /m)
  .slice(1);
const names = alerts.map((alert) => alert.split("\n", 1)[0] ?? "");

it("alerts on metrics that are exported", () => {
  const queries = alerts.map((alert) => alert.split("annotations:", 1)[0] ?? "");
  expect(queried(queries.join("\n")).filter((name) => !exported.includes(name))).toEqual([]);
  expect(names.length).toBeGreaterThan(10);
  expect(new Set(names).size).toBe(names.length);
});

it("alerts only on labels that the metric has", async () => {
  const registered = new Map(listMetrics().map(({ name, labels }) => [name, labels]));
  const given = [...read("alerts.yaml").matchAll(/(carbon_till_\w+?)(?:_bucket)?\{([^}]*)\}/g)];
  expect(given.length).toBeGreaterThan(5);
  for (const [, name = "", labels = ""] of given) {
    for (const label of matches(labels, /(\w+)\s*(?:=~|!=|!~|=)/g)) {
      expect(registered.get(name), name).toContain(label);
    }
  }
});

it("links each alert to a section of the runbooks that says what to do, and each has an alert", () => {
  const sections = read("runbooks.md").split(/^## /m).slice(1);
  expect(sections.map((section) => section.split("\n", 1)[0])).toEqual(names);
  for (const [index, alert] of alerts.entries()) {
    const section = sections[index] ?? "";
    for (const part of ["Means", "See more", "Do"]) expect(section).toContain(`**${part}:** `);
    const anchor = names[index]?.toLowerCase();
    expect(alert).toContain(`runbook: ${FOLDER}/runbooks.md#${anchor}\n`);
    expect(alert).toMatch(/summary: ".+"/);
    expect(alert).toMatch(/severity: (page|ticket) /);
  }
});
