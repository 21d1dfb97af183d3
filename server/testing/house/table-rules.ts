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
/** `prisma.order.count`, or `order.findMany` after `const { order } = prisma`. */
const PRISMA_CALL = new RegExp(
  `(?:^|\\.)prisma\\.(\\w+)\\.(${METHOD}|${SHORT_METHOD})$|^(\\w+)\\.(${METHOD})$`,
);
/** A table in a statement, or a list of tables after FROM. */
const SQL_TABLE =
  /\b(INSERT\s+INTO|UPDATE|DELETE\s+FROM|TRUNCATE|LOCK\s+TABLE|MERGE\s+INTO|FROM|JOIN|USING)\s+((?:ONLY\s+)?[a-z_]+(?:\s+(?:AS\s+)?[a-z_]+)?(?:\s*,\s*[a-z_]+(?:\s+(?:AS\s+)?[a-z_]+)?)*)/g;

/** A table in a Kysely query: one name or a list of them, with or without aliases. */
const KYSELY_TABLE =
  /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|from|using|(?:inner|left|right|full|cross)Join)\(\s*(\[[^\]]*\]|"[^"]*")/g;
const KYSELY_WRITE = /^(insertInto|updateTable|deleteFrom|mergeInto)$/;

/** The room or module of a file of the schema, which may be named for a folder of the module. */
function roomOf(house: House, name: string): string {
  const inModule = new RegExp(`^server/modules/(${name}/|\\w+/${name}/)`);
  return [...house.modules.values()].find(({ path }) => inModule.test(path))?.row ?? name;
}

/** Owner of each table, and the table of each Prisma model. */
function declaredTables(house: House) {
  const owners = new Map<string, string>();
  const byModel = new Map<string, string>();
  for (const { path, text } of house.sources) {
    const name = SCHEMA.exec(path)?.[1];
    if (name === undefined) continue;
    const room = roomOf(house, name);
    for (const [, model = "", body = ""] of text.matchAll(MODEL)) {
      const table = /@@map\("(\w+)"\)/.exec(body)?.[1] ?? model;
      owners.set(table, room);
      byModel.set(model.charAt(0).toLowerCase() + model.slice(1), table);
    }
  }
  return { owners, byModel };
}

/** Tables in a text's SQL. */
function tablesInSql(text: string): Omit<Use, "line">[] {
  const sql = text.replace(/--.*$/gm, "").replace(/'[^']*'/g, "''");
  return [...sql.matchAll(SQL_TABLE)].flatMap(([, verb = "", list = ""]) =>
    list.split(",").map((item) => ({
      table: item.replace(/^\s*(ONLY\s+)?/, "").split(/\s/)[0] ?? "",
      writes: !/^(FROM|JOIN|USING)$/.test(verb),
    })),
  );
}

/** Tables in Kysely queries. */
function tablesInKysely({ text }: Module): Use[] {
  return [...text.matchAll(KYSELY_TABLE)].flatMap(({ 1: verb = "", 2: names = "", index }) => {
    const line = text.slice(0, index).split("\n").length;
    return [...names.matchAll(/"(\w+)/g)].map(([, name = ""]) => ({
      table: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      writes: KYSELY_WRITE.test(verb),
      line,
    }));
  });
}

function usesOf(module: Module, byModel: ReadonlyMap<string, string>): Use[] {
  const inSql = module.strings.flatMap(({ text, line }) =>
    tablesInSql(text).map((use) => ({ ...use, line })),
  );
  const throughPrisma = module.calls.flatMap(({ name, line }) => {
    const [, model, method, taken, takenMethod] = PRISMA_CALL.exec(name) ?? [];
    const table = byModel.get(model ?? taken ?? "");
    return table === undefined
      ? []
      : { table, writes: WRITE.test(method ?? takenMethod ?? ""), line };
  });
  return [...inSql, ...throughPrisma, ...tablesInKysely(module)];
}

/** Returns true if the guest may import the owner's room. */
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

/** Uses of tables by rooms that don't own them. */
function foreignUses(house: House): Visit[] {
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

/** A room uses another room's table only if `tableGuests` permits it. */
export function tablesHaveOwners(house: House): string[] {
  const violations = foreignUses(house).flatMap((visit) => {
    const { path, line, guest, table: visited, writes, owner } = visit;
    const { reads = [], writes: written = [], ...above } = tableGuests[guest] ?? {};
    if (above.writesAbove?.includes(visited)) return [];
    if (!writes && above.readsAbove?.includes(visited)) return [];
    const what = `${guest} ${writes ? "writes" : "reads"} ${visited}, which ${owner} owns`;
    const isAllowed = written.includes(visited) || (!writes && reads.includes(visited));
    if (!isAllowed) return `${path}:${line}: ${what}`;
    return mayEnter(guest, owner) ? [] : `${path}:${line}: ${what}, above it`;
  });
  return [...new Set(violations)];
}

/** Permissions in `tableGuests` that no file uses. */
export function unusedPermissions(house: House): string[] {
  const visits = foreignUses(house);
  const isUsed = (guest: string, visited: string, onlyWrites: boolean) =>
    visits.some(
      (visit) => visit.guest === guest && visit.table === visited && (visit.writes || !onlyWrites),
    );
  return Object.entries(tableGuests).flatMap(
    ([guest, { reads = [], writes = [], readsAbove = [], writesAbove = [] }]) =>
      [
        ...[...reads, ...readsAbove].map((visited) => ({ visited, onlyWrites: false })),
        ...[...writes, ...writesAbove].map((visited) => ({ visited, onlyWrites: true })),
      ].flatMap(({ visited, onlyWrites }) =>
        isUsed(guest, visited, onlyWrites) ? [] : `${guest}: ${visited}`,
      ),
  );
}
