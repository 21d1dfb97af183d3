import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { secretVariables } from "#core/secret-files";
import { table } from "./house/table";

const SETTINGS = [
  "server/core/env.ts",
  "server/core/telemetry-settings.ts",
  "server/modules/index.ts",
  ...fs
    .globSync("server/gateways/{payments,registries}/*/settings.ts")
    .map((file) => file.replaceAll("\\", "/")),
];
/** Read by programs or tests, but not settings of an installation. */
const OTHERS = ["CT_TEST_DATABASE_URL"];

function matches(file: string, pattern: RegExp): string[] {
  const text = fs.readFileSync(file, "utf8");
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ""))].sort();
}

const settings = [
  ...SETTINGS.flatMap((file) => matches(file, /^ {2,4}([A-Z][A-Z0-9_]+):(?: |$)/gm)),
  ...OTHERS,
]
  .filter((name) => name !== "NODE_ENV")
  .sort();

it("docs/configuration.md has a row for each setting that the code reads, and for no other", () => {
  const rows = matches("docs/configuration.md", /^(\| `.*?) \|/gm).flatMap(
    (cell) => cell.match(/[A-Z][A-Z0-9_]+/g) ?? [],
  );
  expect(rows.sort()).toEqual(settings);
});

it(".env.example lists each setting that the code reads, and no other", () => {
  expect(matches(".env.example", /^#([A-Z][A-Z0-9_]+)=/gm)).toEqual(settings);
});

it("docs/configuration.md lists each secret that can be in a file, and no other", () => {
  const text = fs.readFileSync("docs/configuration.md", "utf8");
  const [, section = ""] = text.split(/^## Secrets from files$/m);
  const [own = ""] = section.split(/^## /m);
  const names = own.match(/(?<=`)[A-Z][A-Z0-9_]+(?=`)/g) ?? [];
  expect(names.sort()).toEqual([...secretVariables].sort());
  expect(settings).toEqual(expect.arrayContaining([...secretVariables]));
});

const documents = [...fs.globSync("*.md"), ...fs.globSync("docs/**/*.md")].map((file) =>
  file.replaceAll("\\", "/"),
);

/** The anchor that GitHub makes of a heading. */
function anchorOf(heading: string): string {
  const plain = heading.replace(/[`*]/g, "").toLowerCase();
  return plain.replace(/[^\w\- ]/g, "").replaceAll(" ", "-");
}

function hasAnchor(file: string, anchor: string): boolean {
  return matches(file, /^#+ (.*)$/gm).some((heading) => anchorOf(heading) === anchor);
}

/** Why a link of the document leads nowhere, or null. */
function deadLink(file: string, link: string): string | null {
  const [target = "", anchor] = link.split("#");
  const linked = target === "" ? file : path.posix.join(path.posix.dirname(file), target);
  if (!fs.existsSync(linked)) return `${link}: no such file`;
  return anchor === undefined || hasAnchor(linked, anchor) ? null : `${link}: no such heading`;
}

it.each(documents)("%s: every link leads to a file and a heading that exist", (file) => {
  const links = matches(file, /\]\((?!https?:|mailto:)([^)\s]+)\)/g);
  expect(links.flatMap((link) => deadLink(file, link) ?? [])).toEqual([]);
});

it.each(documents)("%s: every file and npm script that it names exists", (file) => {
  const paths = matches(file, /`((?:app|server|docs|e2e|prisma|public|\.ci)\/[^`\s]*)`/g);
  // Names in capitals stand for something the reader chooses.
  const fixed = paths.filter((name) => !/[A-Z]{2}|[*{…]/.test(name));
  expect(fixed.filter((name) => !fs.existsSync(name))).toEqual([]);
  const { scripts } = JSON.parse(fs.readFileSync("package.json", "utf8"));
  const used = matches(file, /npm (?:run )?(?:-s )?((?<=run (?:-s )?)[a-z:-]+|start|test)\b/g);
  expect(used.filter((name) => !(name in scripts))).toEqual([]);
});

it("docs/architecture.md has each room, below all that it may import", () => {
  const rooms = matches("docs/architecture.md", /^\| `(\w+)` \|.*\(\.\.\/server\/domain\//gm);
  expect(rooms).toEqual(fs.readdirSync("server/domain").sort());
  const text = fs.readFileSync("docs/architecture.md", "utf8");
  const lineOf = (room: string) => text.indexOf(`\n| \`${room}\``);
  const upward = rooms.flatMap((room) =>
    (table[room] ?? [])
      .filter((other) => lineOf(other) > lineOf(room))
      .map((other) => [room, other]),
  );
  expect(upward).toEqual([]);
});
