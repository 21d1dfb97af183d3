import fs from "node:fs";
import path from "node:path";
import { type Import, type Syntax, syntaxOf } from "./syntax";

export interface Source {
  /** Relative to the repository's root, with slashes. */
  path: string;
  text: string;
}

export interface Module extends Source, Syntax {
  /** Row of the table that applies to the file. */
  row: string;
  /** Names in other rows that permit importing the file. */
  names: string[];
  /** Files of one room import each other directly. */
  room: string;
}

export interface House {
  sources: Source[];
  modules: Map<string, Module>;
  /** package.json's `imports`. */
  aliases: Record<string, string>;
}

const IGNORED =
  /^(node_modules|\.git|\.next|\.data|dist|prisma\/client|sdk\/node\/(src\/generated|dist)|test-results|playwright-report|next-env\.d\.ts)$/;
const CODE = /\.(ts|tsx|mts|js|mjs)$/;
const TEXT =
  /\.(ts|tsx|mts|js|mjs|json|css|md|sql|prisma|ya?ml|sh|svg|html|csv)$|(^|\/)\.?[^./]+(\.example)?$/;

const place = (row: string, names: string[], room = row) => ({ row, names, room });

/** A module is entered only through the list, so that the core works without any. */
function rowOfModule(file: string): Pick<Module, "row" | "names" | "room"> {
  const [, , name = "", ...inside] = file.split("/");
  const room = inside.length === 0 ? "server/modules" : `server/modules/${name}`;
  // Parts of the dashboard.
  if (/^server\/modules\/(\w+\/screens\/|[\w-]+\.tsx$)/.test(file)) {
    return place("screens", ["screens"], room);
  }
  const schema = file.endsWith("/schema.ts") ? ["schemas"] : [];
  const row = `modules/${name}`;
  if (inside.length > 0) return place(row, ["modules", row, ...schema], room);
  const names = ["list of modules", ...(file.endsWith("/module.ts") ? ["modules"] : [])];
  return place("list of modules", names, room);
}

/** Row, names and room of a file, by its path; the row is empty if the table has none. */
function rowOf(file: string): Pick<Module, "row" | "names" | "room"> {
  const [top = "", second = "", third = ""] = file.split("/");
  const depth = file.split("/").length;
  if (top === "server" && second === "domain" && depth === 4) {
    const names = ["domain", third, ...(file.endsWith("/schema.ts") ? ["schemas"] : [])];
    return place(third, names, `server/domain/${third}`);
  }
  // A large room has folders.
  if (/^server\/domain\/checkout\/(sessions|payments|refunds|mails)\//.test(file) && depth === 5) {
    return place(third, ["domain", third], `server/domain/${third}`);
  }
  if (top === "server" && second === "gateways" && depth === 4) {
    return place("gateways", ["gateways", `gateways/${third}`], `server/gateways/${third}`);
  }
  // A payment provider or registry adapter is a folder inside the room, entered by index.ts.
  if (/^server\/gateways\/(payments|registries)\//.test(file) && depth === 5) {
    const names = ["gateways", `gateways/${third}`];
    return place("gateways", names, file.split("/").slice(0, 4).join("/"));
  }
  if (top === "server" && second === "modules") return rowOfModule(file);
  if (top === "server" && second === "core" && depth === 3) {
    return place("core", ["core", `core/${third.replace(/\.\w+$/, "")}`]);
  }
  if (/^server\/setup\/(check|test)\.ts$/.test(file)) {
    return place("testing", ["testing"], "setup");
  }
  if (
    top === "server" &&
    /^(pdf|setup|site|rest|trpc|auth|cli|http|jobs|telemetry|testing)$/.test(second) &&
    depth > 2
  ) {
    return place(second, [second, `${second}/${third.replace(/\.\w+$/, "")}`]);
  }
  if (top === "server" && depth === 2) return place("programs", ["programs"]);
  // Route handlers that mount the API or tRPC; all other folders of the app are pages.
  if (top === "app" && /^(v1|webhooks|trpc|api)$/.test(second)) {
    return place(`app/${second}`, [`app/${second}`]);
  }
  // server/rest handles the checkout page's forms; the page itself only reads.
  if (/^app\/checkout\/.*\/route\.ts$/.test(file)) {
    return place("app/checkout forms", ["app/checkout forms"]);
  }
  if (top === "app" && second === "_ui") return place("_ui", ["_ui"]);
  if (top === "app") return place("pages", ["pages", `pages/${second}`]);
  // Script that every screen loads.
  if (file === "instrumentation-client.ts") return place("pages", ["pages"]);
  if (/^prisma\/(seed|demo\/\w+)\.ts$/.test(file)) return place("seed", ["seed"]);
  if (top === "public") return place("public", ["public"]);
  if (top === "sdk") return place("sdk", ["sdk"]);
  if (top === "e2e") return place("testing", ["testing"], "e2e");
  return depth === 1 || top === ".ci" ? place("configuration", ["configuration"]) : place("", []);
}

/** Returns true for test code, which may import everything. */
export function isTest({ row, path: file }: Module): boolean {
  return row === "testing" || /\.test\.tsx?$/.test(file);
}

/** Path of the imported file; null for a package, an asset or a missing file. */
export function targetOf(house: House, from: Source, { specifier }: Import): string | null {
  if (specifier === null) return null;
  if (/^\.\.?(\/|$)/.test(specifier)) {
    const plain = path.posix.join(path.posix.dirname(from.path), specifier);
    const forms = ["", ".ts", ".tsx", ".mjs", "/index.ts", "/index.tsx"];
    // The SDK names the files that it is compiled to.
    const source = plain.replace(/\.js$/, ".ts");
    return [...forms.map((end) => plain + end), source].find((it) => house.modules.has(it)) ?? null;
  }
  for (const [alias, file] of Object.entries(house.aliases)) {
    const [start = "", end] = alias.split("*");
    if (end === undefined ? specifier !== alias : !specifier.startsWith(start)) continue;
    return file.replace("./", "").replace("*", specifier.slice(start.length));
  }
  return null;
}

/** Marks client components and all modules of the app that they import into the browser. */
function markClients(house: House): void {
  const modules = [...house.modules.values()];
  const clients = modules.filter((it) => it.directives.includes("use client"));
  for (const client of clients) {
    client.row = "client components";
    client.names = [...client.names, client.row];
    for (const imported of client.imports) {
      const target = house.modules.get(targetOf(house, client, imported) ?? "");
      const isOfApp = target && ["pages", "_ui", "screens"].includes(target.row);
      if (isOfApp && !imported.isType && !clients.includes(target)) clients.push(target);
    }
  }
}

export function houseOf(sources: Source[]): House {
  const manifest = sources.find((it) => it.path === "package.json");
  const { imports } = JSON.parse(manifest?.text ?? "{}") as { imports?: Record<string, string> };
  const modules = sources
    .filter((it) => CODE.test(it.path))
    .map((it) => ({ ...it, ...syntaxOf(it.path, it.text), ...rowOf(it.path) }));
  const house = {
    sources,
    modules: new Map(modules.map((it) => [it.path, it])),
    aliases: imports ?? {},
  };
  markClients(house);
  return house;
}

/** Reads all text files in a folder, except installed and generated ones. */
export function readSources(root: string, folder = ""): Source[] {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (IGNORED.test(file) || entry.name === "node_modules") return [];
    if (entry.isDirectory()) return readSources(root, file);
    if (!entry.isFile() || !TEXT.test(file) || file === ".env") return [];
    return [{ path: file, text: fs.readFileSync(path.join(root, file), "utf8") }];
  });
}
