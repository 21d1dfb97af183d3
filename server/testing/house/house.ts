// The repository as the house test sees it: its files, where each stands, and what imports lead to.
import fs from "node:fs";
import path from "node:path";
import { type Import, type Syntax, syntaxOf } from "./syntax";

export interface Source {
  /** From the repository's root, with slashes. */
  path: string;
  text: string;
}

export interface Module extends Source, Syntax {
  /** The row of the table that speaks for it. */
  row: string;
  /** The names under which the table knows it, when others import it. */
  names: string[];
  /** Files of one room reach each other; all else goes through doors. */
  room: string;
}

export interface House {
  sources: Source[];
  modules: Map<string, Module>;
  /** package.json's `imports`. */
  doors: Record<string, string>;
}

const IGNORED =
  /^(node_modules|\.git|\.next|\.data|prisma\/client|test-results|playwright-report|next-env\.d\.ts)$/;
const CODE = /\.(ts|tsx|mts|js|mjs)$/;
const TEXT =
  /\.(ts|tsx|mts|js|mjs|json|css|md|sql|prisma|ya?ml|sh|svg|html|csv)$|(^|\/)\.?[^./]+(\.example)?$/;
/\.(ts|tsx|mts|js|mjs|json|css|md|sql|prisma|yml|yaml|sh|svg|html|csv)$|(^|\/)[^./]+$|\/\.[^/]+$|^\.[^/]+$/;

/** Row, names and room of a file, by its path alone; without a row it stands in no place. */
function placeOf(file: string): Pick<Module, "row" | "names" | "room"> {
  const [top = "", second = "", third = ""] = file.split("/");
  const deep = file.split("/").length;
  const place = (row: string, names: string[], room = row) => ({ row, names, room });
  if (top === "server" && second === "domain" && deep === 4) {
    const names = ["domain", third, ...(file.endsWith("/schema.ts") ? ["schemas"] : [])];
    return place(third, names, `server/domain/${third}`);
  }
  if (top === "server" && second === "gateways" && deep === 4) {
    return place("gateways", ["gateways", `gateways/${third}`], `server/gateways/${third}`);
  }
  // A payment provider is a folder in its room, and enters it as others do.
  if (file.startsWith("server/gateways/payments/") && deep === 5) {
    const provider = file.split("/")[3] ?? "";
    const names = ["gateways", "gateways/payments"];
    return place("gateways", names, `server/gateways/payments/${provider}`);
  }
  if (top === "server" && second === "core" && deep === 3) {
    return place("core", ["core", `core/${third.replace(/\.\w+$/, "")}`]);
  }
  if (/^server\/setup\/(check|test)\.ts$/.test(file)) {
    return place("testing", ["testing"], "setup");
  }
  if (
    top === "server" &&
    /^(setup|site|rest|trpc|auth|cli|http|jobs|testing)$/.test(second) &&
    deep > 2
  ) {
    return place(second, [second, `${second}/${third.replace(/\.\w+$/, "")}`]);
  }
  if (top === "server" && deep === 2) return place("programs", ["programs"]);
  // The API's paths are the door's, but for the pages that explain its errors.
  if (top === "app" && /^(v1|webhooks|trpc|api)$/.test(second)) {
    return place(`app/${second}`, [`app/${second}`]);
  }
  // What the checkout page sends is answered by the door, the page itself only reads.
  if (/^app\/checkout\/.*\/route\.ts$/.test(file)) {
    return place("app/checkout forms", ["app/checkout forms"]);
  }
  if (top === "app") return second === "_ui" ? place("_ui", ["_ui"]) : place("pages", ["pages"]);
  if (file === "prisma/seed.ts") return place("seed", ["seed"]);
  if (top === "public") return place("public", ["public"]);
  if (top === "e2e") return place("testing", ["testing"], "e2e");
  return deep === 1 || top === ".ci" ? place("configuration", ["configuration"]) : place("", []);
}

/** Whether the file is test code, which may use all doors. */
export function isTest({ row, path: file }: Module): boolean {
  return row === "testing" || /\.test\.tsx?$/.test(file);
}

/** The file that an import leads to; null where it leads to a package, an asset or nowhere. */
export function targetOf(house: House, from: Source, { specifier }: Import): string | null {
  if (specifier === null) return null;
  if (/^\.\.?(\/|$)/.test(specifier)) {
    const plain = path.posix.join(path.posix.dirname(from.path), specifier);
    const forms = ["", ".ts", ".tsx", ".mjs", "/index.ts", "/index.tsx"];
    return forms.map((end) => plain + end).find((it) => house.modules.has(it)) ?? null;
  }
  for (const [door, file] of Object.entries(house.doors)) {
    const [start = "", end] = door.split("*");
    if (end === undefined ? specifier !== door : !specifier.startsWith(start)) continue;
    return file.replace("./", "").replace("*", specifier.slice(start.length));
  }
  return null;
}

/** Marks client components, and all of the app that they draw into the browser with them. */
function markClients(house: House): void {
  const modules = [...house.modules.values()];
  const clients = modules.filter((it) => it.directives.includes("use client"));
  for (const client of clients) {
    client.row = "client components";
    client.names = [...client.names, client.row];
    for (const wanted of client.imports) {
      const target = house.modules.get(targetOf(house, client, wanted) ?? "");
      const isOfApp = target?.row === "pages" || target?.row === "_ui";
      if (target && isOfApp && !wanted.isType && !clients.includes(target)) clients.push(target);
    }
  }
}

/** A house of these files. */
export function houseOf(sources: Source[]): House {
  const manifest = sources.find((it) => it.path === "package.json");
  const { imports } = JSON.parse(manifest?.text ?? "{}") as { imports?: Record<string, string> };
  const modules = sources
    .filter((it) => CODE.test(it.path))
    .map((it) => ({ ...it, ...syntaxOf(it.path, it.text), ...placeOf(it.path) }));
  const house = {
    sources,
    modules: new Map(modules.map((it) => [it.path, it])),
    doors: imports ?? {},
  };
  markClients(house);
  return house;
}

/** All text files below a folder, without what is installed, generated or kept there. */
export function readSources(root: string, folder = ""): Source[] {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (IGNORED.test(file) || entry.name === "node_modules") return [];
    if (entry.isDirectory()) return readSources(root, file);
    if (!entry.isFile() || !TEXT.test(file) || file === ".env") return [];
    return [{ path: file, text: fs.readFileSync(path.join(root, file), "utf8") }];
  });
}
