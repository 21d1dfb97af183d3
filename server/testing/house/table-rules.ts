// The rules about tables: each belongs to one room, and who else reads or writes it is written down.
import { type House, isTest, type Module } from "./house";
import { table } from "./table";
import { tableGuests } from "./table-guests";

interface Use {
  table: string;
  writes: boolean;
  line: number;
}

const SCHEMA = /^prisma\/schema\/(\w+)\.prisma$/;
const MODEL = /^model (\w+) \{$([\s\S]*?)^\}$/gm;
const WRITE = /^(create|update|upsert|delete)/;
const METHOD =
  "(?:find(?:Unique|First)(?:OrThrow)?|findMany|groupBy|(?:create|update|delete)Many\\w*)";
const SHORT_METHOD = "(?:count|aggregate|create|update|upsert|delete)";
/** `prisma.order.count`; `order.findMany`, where the model was taken from the client before. */
const PRISMA_CALL = new RegExp(
  `(?:^|\\.)prisma\\.(\\w+)\\.(${METHOD}|${SHORT_METHOD})$|^(\\w+)\\.(${METHOD})$`,
);
/** A statement's way to a table. A list after FROM is split by its commas. */
const REACH =
  /\b(INSERT\s+INTO|UPDATE|DELETE\s+FROM|TRUNCATE|LOCK\s+TABLE|MERGE\s+INTO|FROM|JOIN|USING)\s+((?:ONLY\s+)?[a-z_]+(?:\s+(?:AS\s+)?[a-z_]+)?(?:\s*,\s*[a-z_]+(?:\s+(?:AS\s+)?[a-z_]+)?)*)/g;

/** Kysely's ways to a table: one name or a list of them, each perhaps with an alias. */
const BUILT =
  /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|from|using|(?:inner|left|right|full|cross)Join)\(\s*(\[[^\]]*\]|"[^"]*")/g;
const BUILT_WRITE = /^(insertInto|updateTable|deleteFrom|mergeInto)$/;

/** Which room's schema file declares each table, and by which name Prisma knows it. */
function declaredTables(house: House) {
  const owners = new Map<string, string>();
  const byModel = new Map<string, string>();
  for (const { path, text } of house.sources) {
    const room = SCHEMA.exec(path)?.[1];
    if (room === undefined) continue;
    for (const [, model = "", body = ""] of text.matchAll(MODEL)) {
      const table = /@@map\("(\w+)"\)/.exec(body)?.[1] ?? model;
      owners.set(table, room);
      byModel.set(model.charAt(0).toLowerCase() + model.slice(1), table);
    }
  }
  return { owners, byModel };
}

/** The tables that the SQL in a text names. */
function tablesInSql(text: string): Omit<Use, "line">[] {
  const sql = text.replace(/--.*$/gm, "").replace(/'[^']*'/g, "''");
  return [...sql.matchAll(REACH)].flatMap(([, verb = "", list = ""]) =>
    list.split(",").map((item) => ({
      table: item.replace(/^\s*(ONLY\s+)?/, "").split(/\s/)[0] ?? "",
      writes: !/^(FROM|JOIN|USING)$/.test(verb),
    })),
  );
}

/** The tables that Kysely's builders name. */
function tablesBuilt({ text }: Module): Use[] {
  return [...text.matchAll(BUILT)].flatMap(({ 1: verb = "", 2: names = "", index }) => {
    const line = text.slice(0, index).split("\n").length;
    return [...names.matchAll(/"(\w+)/g)].map(([, name = ""]) => ({
      table: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      writes: BUILT_WRITE.test(verb),
      line,
    }));
  });
}

function usesOf(module: Module, byModel: ReadonlyMap<string, string>): Use[] {
  const inSql = module.texts.flatMap(({ text, line }) =>
    tablesInSql(text).map((use) => ({ ...use, line })),
  );
  const throughPrisma = module.calls.flatMap(({ name, line }) => {
    const [, model, method, taken, takenMethod] = PRISMA_CALL.exec(name) ?? [];
    const table = byModel.get(model ?? taken ?? "");
    return table === undefined
      ? []
      : { table, writes: WRITE.test(method ?? takenMethod ?? ""), line };
  });
  return [...inSql, ...throughPrisma, ...tablesBuilt(module)];
}

/** Whether the import table lets the guest enter the owner's room. */
function mayEnter(guest: string, owner: string): boolean {
  const row = table[guest] ?? [];
  const isRoom = owner !== "core" && owner !== "gateways";
  return row.includes(owner) || (isRoom && row.includes("domain"));
}

interface Visit extends Use {
  path: string;
  guest: string;
  owner: string;
}

/** Each use of a table by a room that does not own it. */
function visitsIn(house: House): Visit[] {
  const { owners, byModel } = declaredTables(house);
  return [...house.modules.values()]
    .filter((module) => !isTest(module))
    .flatMap((module) =>
      usesOf(module, byModel).flatMap((use) => {
        const owner = owners.get(use.table);
        const isOwn = owner === undefined || owner === module.row;
        return isOwn ? [] : { ...use, owner, path: module.path, guest: module.row };
      }),
    );
}

/** A room touches another's table only where `tableGuests` says so. */
export function tablesHaveOwners(house: House): string[] {
  const complaints = visitsIn(house).flatMap((visit) => {
    const { path, line, guest, table: visited, writes, owner } = visit;
    const { reads = [], writes: written = [] } = tableGuests[guest] ?? {};
    const what = `${guest} ${writes ? "writes" : "reads"} ${visited}, which ${owner} owns`;
    const isAllowed = written.includes(visited) || (!writes && reads.includes(visited));
    if (!isAllowed) return `${path}:${line}: ${what}`;
    return mayEnter(guest, owner) ? [] : `${path}:${line}: ${what}, above it`;
  });
  return [...new Set(complaints)];
}

/** Permissions of `tableGuests` that no file uses any more. */
export function unusedPermissions(house: House): string[] {
  const visits = visitsIn(house);
  const isUsed = (guest: string, visited: string, onlyWrites: boolean) =>
    visits.some(
      (visit) => visit.guest === guest && visit.table === visited && (visit.writes || !onlyWrites),
    );
  return Object.entries(tableGuests).flatMap(([guest, { reads = [], writes = [] }]) =>
    [
      ...reads.map((visited) => ({ visited, onlyWrites: false })),
      ...writes.map((visited) => ({ visited, onlyWrites: true })),
    ].flatMap(({ visited, onlyWrites }) =>
      isUsed(guest, visited, onlyWrites) ? [] : `${guest}: ${visited}`,
    ),
  );
}
