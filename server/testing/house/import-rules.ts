import path from "node:path";
import { type House, isTest, type Module, targetOf } from "./house";
import type { Import } from "./syntax";
import { packages, pure, reads, table, uncheckedClients } from "./table";

type Check = (module: Module, imported: Import) => string | false;

/** Violations as "file:line: message". */
function importViolations(house: House, check: Check): string[] {
  return [...house.modules.values()].flatMap((module) =>
    module.imports.flatMap((imported) => {
      const violation = check(module, imported);
      return violation ? [`${module.path}:${imported.line}: ${violation}`] : [];
    }),
  );
}

/** Returns true for a room's functions of a context, unless their first word says that they only read. */
function changesData(house: House, target: Module, name: string): boolean {
  const room = [...house.modules.values()].filter((it) => it.room === target.room);
  const isAction = room.some(({ exports }) =>
    exports.some((it) => it.name === name && it.takesContext),
  );
  return (
    name === "*" || (isAction && !reads.some((word) => new RegExp(`^${word}[A-Z]`).test(name)))
  );
}

/** Imported names that the module's row does not permit. */
function refusedNames(house: House, module: Module, target: Module, imported: Import): string[] {
  const row = table[module.row] ?? [];
  const permits = (prefix: string, suffix = "") =>
    target.names.some((name) => row.includes(`${prefix}${name}${suffix}`));
  if (permits("")) return [];
  if (imported.isType && (permits("types of ") || permits("", " reads"))) return [];
  if (permits("", " reads")) {
    return imported.names.filter((name) => changesData(house, target, name));
  }
  return [imported.specifier ?? ""];
}

/** Returns true if one room is a folder of the other, as a payment provider's is. */
function areNested({ room: one }: Module, { room: other }: Module): boolean {
  return one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

export function importsFollowTable(house: House): string[] {
  return importViolations(house, (module, imported) => {
    const target = house.modules.get(targetOf(house, module, imported) ?? "");
    if (!target || isTest(module)) return false;
    // A client component may import types from anywhere in its own folder.
    const isOwn = module.room === target.room || areNested(module, target);
    if (isOwn && (module.row !== "client components" || imported.isType)) return false;
    const refused = refusedNames(house, module, target, imported);
    const from = target.names[0] ?? target.path;
    return refused.length > 0 && `${module.row} may not import ${refused.join(", ")} from ${from}`;
  });
}

/** A new folder needs a row, so that no code escapes the rules. */
export function filesHaveRows(house: House): string[] {
  return [...house.modules.values()]
    .filter((module) => !isTest(module) && !table[module.row])
    .map((module) => `${module.path}:1: belongs to no row of the table`);
}

/** Interfaces that the folders of their gateway, and fakes, implement. */
const INTERFACES = [
  "server/gateways/payments/provider.ts",
  "server/gateways/registries/adapter.ts",
];

/** Other rooms import a room's index.ts or schema.ts; its own files don't import the index. */
export function roomsAreEnteredByIndex(house: House): string[] {
  return importViolations(house, (module, imported) => {
    const file = targetOf(house, module, imported);
    const target = house.modules.get(file ?? "");
    if (!target) {
      const isAlias = imported.specifier?.startsWith("#") === true;
      const isMissing = file !== "prisma/client/client.ts" && isAlias;
      return isMissing && `${imported.specifier} refers to no file`;
    }
    const isRoom = /^server\/(domain|gateways)\//.test(target.path);
    const isAlias = imported.specifier?.startsWith("#") === true;
    if (module.room === target.room) {
      return (
        isRoom &&
        isAlias &&
        !isTest(module) &&
        (path.dirname(module.path) === path.dirname(target.path) ||
          target.path.endsWith("/index.ts")) &&
        `${imported.specifier} is this room: import the file itself`
      );
    }
    // Aliases lead to TypeScript; plain JavaScript runs before they can be resolved.
    const isPlain = /\.mjs$/.test(target.path) || module.row === "configuration";
    const isNested = areNested(module, target);
    if (!isAlias && !isPlain && !isNested)
      return `${imported.specifier} leaves its folder without an alias`;
    // Forms in the browser check inputs by their schemas.
    const isEntrance =
      /\/index\.ts$|^server\/domain\/\w+\/schema\.ts$/.test(target.path) ||
      (INTERFACES.includes(target.path) && (areNested(module, target) || isTest(module)));
    // Books are tested with states that only the room's own functions reach.
    const isOfModule = isTest(module) && module.row.startsWith("modules/");
    return isRoom && !isEntrance && !isOfModule && `${imported.specifier} goes past index.ts`;
  });
}

/** `../` and computed imports are banned. */
export function importsAreDirect(house: House): string[] {
  return importViolations(house, (_module, { specifier }) => {
    if (specifier === null) return "an import must name its file";
    return /(^|\/)\.\.(\/|$)/.test(specifier) && `${specifier} goes up: use an alias`;
  });
}

/** Only core/db imports the Prisma client; rooms and gateways may import its types. */
export function prismaClientStaysInDb(house: House): string[] {
  return importViolations(house, (module, imported) => {
    if (!targetOf(house, module, imported)?.startsWith("prisma/client/")) return false;
    if (isTest(module) || module.path === "server/core/db.ts") return false;
    const mayImportTypes = /^server\/(core|domain|modules|gateways)\//.test(module.path);
    if (mayImportTypes)
      return !imported.isType && "only core/db imports the Prisma client's values";
    return "only the domain and gateways import the Prisma client's types: use the domain's";
  });
}

export function packagesAreRestricted(house: House): string[] {
  return importViolations(house, (module, { specifier }) => {
    const restricted = packages.find((it) => it.name.test(specifier ?? "#"));
    return (
      restricted !== undefined && !restricted.allowedIn.test(module.path) && restricted.message
    );
  });
}

/** Tests call the API through #testing/api, which checks every response. */
export function testsCheckContract(house: House): string[] {
  return importViolations(house, (module, imported) => {
    if (!isTest(module) || uncheckedClients.test(module.path)) return false;
    const isSpec = /^e2e\/.*\.spec\.ts$/.test(module.path);
    const isPlain = imported.specifier === "playwright/test" && imported.names.includes("test");
    if (isSpec && isPlain) return "imports Playwright's own test: its requests are not checked";
    const isUnchecked = /^server\/rest\/(serve|route|listener)\.ts$/.test(
      targetOf(house, module, imported) ?? "",
    );
    return isUnchecked && `${imported.specifier} checks no response: call through #testing/api`;
  });
}

export function clientsImportNoServerCode(house: House): string[] {
  return importViolations(house, (module, { specifier, isType }) => {
    const isClient = module.row === "client components";
    return (
      isClient &&
      !isType &&
      /^node:/.test(specifier ?? "") &&
      `${specifier} does not exist in a browser`
    );
  });
}

const impureCalls =
  /^(Date\.now|new Date|Date|Math\.random|performance\.now|process\.\w+|crypto\.\w+|globalThis\.\w+|fetch|setTimeout|setInterval|setImmediate|queueMicrotask)$/;

function isRules({ path: file }: Module): boolean {
  return /^server\/(domain|modules)\/\w+\/(\w+\/)?([a-z0-9-]+-)?rules\.ts$/.test(file);
}

/** Names of the import that rules may not use; none if they may use all of them. */
function impureNames({ specifier, names }: Module["imports"][number]): readonly string[] {
  const allowed = pure[specifier ?? ""] ?? [];
  if (allowed === "all") return [];
  return names.length === 0 ? [""] : names.filter((name) => !allowed.includes(name));
}

/** Returns true for a file of tables or copy: it imports and calls nothing impure. */
function isData(house: House, file: string | null): boolean {
  const module = house.modules.get(file ?? "");
  if (!module) return false;
  const isPure = module.imports.every((one) => one.isType || impureNames(one).length === 0);
  return isPure && !module.calls.some(({ name }) => impureCalls.test(name));
}

/** Rules depend on their arguments only: no I/O, no clock, no randomness. */
export function ruleFilesArePure(house: House): string[] {
  const imports = importViolations(house, (module, imported) => {
    const { specifier, isType } = imported;
    if (!isRules(module) || isType || specifier === null) return false;
    if (/^\.\/(schema|([a-z0-9-]+-)?rules)$/.test(specifier)) return false;
    if (/^\.\//.test(specifier) && isData(house, targetOf(house, module, imported))) return false;
    const refused = impureNames(imported);
    return refused.length > 0 && `${refused.join(", ")} of ${specifier} is not pure`;
  });
  const calls = [...house.modules.values()]
    .filter(isRules)
    .flatMap((module) =>
      module.calls
        .filter(({ name }) => impureCalls.test(name))
        .map(({ name, line }) => `${module.path}:${line}: ${name} is not pure`),
    );
  // A call and its callee are two nodes, but one violation.
  return [...imports, ...new Set(calls)];
}
