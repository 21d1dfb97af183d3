import fs from "node:fs";
import path from "node:path";

export interface Field {
  name: string;
  column: string;
  /** Type as written by PostgreSQL's format_type(). */
  type: string;
  isOptional: boolean;
  hasDefault: boolean;
}

export interface Model {
  name: string;
  table: string;
  fields: Field[];
  /** Columns of the primary key. */
  key: string[];
  /** Columns of each unique key. */
  uniques: string[][];
}

const types: Readonly<Record<string, string>> = {
  String: "text",
  Boolean: "boolean",
  Int: "integer",
  "Int @db.SmallInt": "smallint",
  BigInt: "bigint",
  Float: "double precision",
  Json: "jsonb",
  Bytes: "bytea",
  DateTime: "timestamp(3) without time zone",
  "DateTime @db.Timestamptz(3)": "timestamp(3) with time zone",
  "DateTime @db.Date": "date",
  Decimal: "numeric(65,30)",
  "Decimal @db.Decimal": "numeric",
};

/** Field declared by a line; null for a relation, which has no column. */
function fieldOf(line: string): Field | null {
  const [, name = "", scalar = "", mark = "", rest = ""] =
    /^(\w+)\s+(\w+)(\[\]|\?)?\s*(.*)$/.exec(line) ?? [];
  const native = /@db\.\w+(\(\d+\))?/.exec(rest)?.[0];
  const type = types[native ? `${scalar} ${native}` : scalar];
  if (rest.includes("@relation") || (mark === "[]" && !type)) return null;
  if (!type) throw new Error(`unknown type in the schema: ${line}`);
  return {
    name,
    column: /@map\("(\w+)"\)/.exec(rest)?.[1] ?? name,
    type: mark === "[]" ? `${type}[]` : type,
    isOptional: mark === "?",
    hasDefault: rest.includes("@default("),
  };
}

function modelOf(name: string, body: string): Model {
  const lines = body.split("\n").map((line) => line.replace(/\/\/.*/, "").trim());
  const own = lines.filter((line) => /^\w/.test(line));
  const fields = own.flatMap((line) => fieldOf(line) ?? []);
  const columnOf = (field = "") => fields.find((it) => it.name === field)?.column ?? field;
  const listed = (attribute: string) =>
    lines
      .filter((line) => line.startsWith(`@@${attribute}(`))
      .map((line) => (/\[(.*?)\]/.exec(line)?.[1] ?? "").split(/,\s*/).map(columnOf));
  const marked = (attribute: string) =>
    own
      .filter((line) => new RegExp(`(?<!@)@${attribute}\\b`).test(line))
      .map((line) => [columnOf(/^\w+/.exec(line)?.[0])]);
  return {
    name,
    table: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? name,
    fields,
    key: [...listed("id"), ...marked("id")].flat(),
    uniques: [...listed("unique"), ...marked("unique")],
  };
}

export function readModels(): Model[] {
  const folder = path.resolve("prisma/schema");
  return fs.readdirSync(folder).flatMap((file) => {
    const text = fs.readFileSync(path.join(folder, file), "utf8");
    const models = text.matchAll(/^model (\w+) \{\n(.*?)^\}/gms);
    return [...models].map(([, name = "", body = ""]) => modelOf(name, body));
  });
}
