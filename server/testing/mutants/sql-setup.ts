// Runs before each test file of a mutant run: records its statements, and mutates one.
import fs from "node:fs";
import path from "node:path";
import { afterAll, expect, inject } from "vitest";
import type { Statement } from "#core/db";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder for each file's recorded statements, and for process ids. */
    sqlUses: string;
    /** Mutated SQL by statement name. */
    sqlMutants: Record<string, string>;
  }
}

const used: Record<string, string> = {};
const mutants = inject("sqlMutants");
const hook = globalThis as { carbonTillStatement?: (statement: Statement) => Statement };

hook.carbonTillStatement = (statement) => {
  used[statement.name] = statement.text;
  return { ...statement, text: mutants[statement.name] ?? statement.text };
};

fs.writeFileSync(path.join(inject("sqlUses"), `${process.pid}.pid`), "");

afterAll(() => {
  const file = path.relative(process.cwd(), expect.getState().testPath ?? "");
  const target = path.join(inject("sqlUses"), `${file.replaceAll("/", "_")}.json`);
  fs.writeFileSync(target, JSON.stringify({ file, statements: used }));
});
