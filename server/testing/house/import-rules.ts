// The rules about imports: the table, the doors, and the packages that belong to few.
import { type House, isTest, type Module, targetOf } from "./house";
import type { Import } from "./syntax";
import { asksUnchecked, packages, pure, reads, table } from "./table";

type Complaint = (module: Module, wanted: Import) => string | false;

/** One complaint a line: the file, the line in it, and what is wrong. */
function complainOfImports(house: House, complain: Complaint): string[] {
  return [...house.modules.values()].flatMap((module) =>
    module.imports.flatMap((wanted) => {
      const complaint = complain(module, wanted);
      return complaint ? [`${module.path}:${wanted.line}: ${complaint}`] : [];
    }),
  );
}

/** The verbs of a room that change something: functions of a context, by their first word. */
function isWritingVerb(house: House, target: Module, name: string): boolean {
  const room = [...house.modules.values()].filter((it) => it.room === target.room);
  const isVerb = room.some((it) =>
    it.exports.some((made) => made.name === name && made.takesContext),
  );
  return name === "*" || (isVerb && !reads.some((word) => new RegExp(`^${word}[A-Z]`).test(name)));
}

/** What of the import its row does not permit; empty where it permits all. */
function refusedNames(house: House, module: Module, target: Module, wanted: Import): string[] {
  const row = table[module.row] ?? [];
  const permits = (prefix: string, suffix = "") =>
    target.names.some((name) => row.includes(`${prefix}${name}${suffix}`));
  if (permits("")) return [];
  if (wanted.isType && (permits("types of ") || permits("", " reads"))) return [];
  if (permits("", " reads")) {
    return wanted.names.filter((name) => isWritingVerb(house, target, name));
  }
  return [wanted.specifier ?? ""];
}

/** Whether one room is a folder of the other: a payment provider's, of that of all providers. */
function areNested({ room: one }: Module, { room: other }: Module): boolean {
  return one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

/** Holds the table itself. */
export function whoMayImportWhom(house: House): string[] {
  return complainOfImports(house, (module, wanted) => {
    const target = house.modules.get(targetOf(house, module, wanted) ?? "");
    if (!target || isTest(module)) return false;
    // Within a client's own folder, what only types it may come from anywhere.
    const isOwn = module.room === target.room || areNested(module, target);
    if (isOwn && (module.row !== "client components" || wanted.isType)) return false;
    const refused = refusedNames(house, module, target, wanted);
    const from = target.names[0] ?? target.path;
    return refused.length > 0 && `${module.row} may not import ${refused.join(", ")} from ${from}`;
  });
}

/** Every place has its row, so that a new folder cannot stand outside the law. */
export function everyFileHasItsPlace(house: House): string[] {
  return [...house.modules.values()]
    .filter((module) => !isTest(module) && !table[module.row])
    .map((module) => `${module.path}:1: stands in no place of the house`);
}

/** A room is entered by its index.ts or its schema.ts, and never by its own from within. */
export function onlyThroughDoors(house: House): string[] {
  return complainOfImports(house, (module, wanted) => {
    const file = targetOf(house, module, wanted);
    const target = house.modules.get(file ?? "");
    if (!target) {
      const isDoor = wanted.specifier?.startsWith("#") === true;
      const isGone = file !== "prisma/client/client.ts" && isDoor;
      return isGone && `${wanted.specifier} leads nowhere`;
    }
    const isRoom = /^server\/(domain|gateways)\//.test(target.path);
    const isAlias = wanted.specifier?.startsWith("#") === true;
    if (module.room === target.room) {
      return (
        isRoom && isAlias && !isTest(module) && `${wanted.specifier} is this room: it needs no door`
      );
    }
    // The map of doors leads to TypeScript; plain JavaScript runs before there is a map.
    const isPlain = /\.mjs$/.test(target.path) || module.row === "configuration";
    const isDown = areNested(module, target);
    if (!isAlias && !isPlain && !isDown)
      return `${wanted.specifier} leaves its place without a door`;
    // What is sent may be known by itself: forms check it in the browser.
    const isEntrance =
      /\/index\.ts$|^server\/domain\/\w+\/schema\.ts$/.test(target.path) ||
      (target.path === "server/gateways/payments/provider.ts" && areNested(module, target));
    return isRoom && !isEntrance && `${wanted.specifier} goes past index.ts`;
  });
}

/** `../` is banned, and so is an import that cannot be read. */
export function noWayUp(house: House): string[] {
  return complainOfImports(house, (_module, { specifier }) => {
    if (specifier === null) return "an import must name what it imports";
    return /(^|\/)\.\.(\/|$)/.test(specifier) && `${specifier} goes up: use a door`;
  });
}

/** The Prisma client is opened in core/db; rooms and gateways may name its types. */
export function prismaStaysInDb(house: House): string[] {
  return complainOfImports(house, (module, wanted) => {
    if (!targetOf(house, module, wanted)?.startsWith("prisma/client/")) return false;
    if (isTest(module) || module.path === "server/core/db.ts") return false;
    const mayName = /^server\/(core|domain|gateways)\//.test(module.path);
    if (mayName) return !wanted.isType && "only core/db imports the Prisma client's values";
    return "the Prisma client's types are for the domain and gateways: name the domain's own";
  });
}

/** Packages that belong to some files alone. */
export function packagesStayHome(house: House): string[] {
  return complainOfImports(house, (module, { specifier }) => {
    const owned = packages.find((it) => it.name.test(specifier ?? "#"));
    return owned !== undefined && !owned.where.test(module.path) && owned.told;
  });
}

/** Tests ask the API through what holds every answer against the OpenAPI document. */
export function testsHoldTheContract(house: House): string[] {
  return complainOfImports(house, (module, wanted) => {
    if (!isTest(module) || asksUnchecked.test(module.path)) return false;
    const isSpec = /^e2e\/.*\.spec\.ts$/.test(module.path);
    const isPlain = wanted.specifier === "@playwright/test" && wanted.names.includes("test");
    if (isSpec && isPlain) return "takes Playwright's own test: its requests are not checked";
    const isDoor = /^server\/rest\/(serve|route|listener)\.ts$/.test(
      targetOf(house, module, wanted) ?? "",
    );
    return isDoor && `${wanted.specifier} answers unchecked: ask through #testing/api`;
  });
}

/** What runs in a browser has no server's modules. */
export function clientsStayInTheBrowser(house: House): string[] {
  return complainOfImports(house, (module, { specifier, isType }) => {
    const isClient = module.row === "client components";
    return isClient && !isType && /^node:/.test(specifier ?? "") && `${specifier} is a server's`;
  });
}

const impureCalls =
  /^(Date\.now|new Date|Date|Math\.random|performance\.now|process\.\w+|crypto\.\w+|globalThis\.\w+|fetch|setTimeout|setInterval|setImmediate|queueMicrotask)$/;

function isRules({ path: file }: Module): boolean {
  return /^server\/domain\/\w+\/([a-z0-9-]+-)?rules\.ts$/.test(file);
}

/** Rules decide by what they are given: no I/O, no clock, no chance. */
export function rulesArePure(house: House): string[] {
  const imports = complainOfImports(house, (module, { specifier, isType, names }) => {
    if (!isRules(module) || isType || specifier === null) return false;
    if (/^\.\/(schema|([a-z0-9-]+-)?(rules|copy))$/.test(specifier)) return false;
    const allowed = pure[specifier] ?? [];
    const refused = names.filter((name) => allowed !== "all" && !allowed.includes(name));
    const isBare = names.length === 0 && allowed !== "all";
    return (isBare || refused.length > 0) && `${refused.join(", ")} of ${specifier} is not pure`;
  });
  const calls = [...house.modules.values()]
    .filter(isRules)
    .flatMap((module) =>
      module.calls
        .filter(({ name }) => impureCalls.test(name))
        .map(({ name, line }) => `${module.path}:${line}: ${name} is not pure`),
    );
  // A call and its callee are two nodes of the tree, and one offence.
  return [...imports, ...new Set(calls)];
}
