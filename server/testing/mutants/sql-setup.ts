// Before each test file of a mutant's run: notes the statements that it uses, and mutates one.
import fs from "node:fs";
import path from "node:path";
import { afterAll, expect, inject } from "vitest";
import type { Statement } from "#core/db";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder for what each file used, and for the process ids of those that run. */
    sqlSeen: string;
    /** Names of statements, and the texts in their places. */
    sqlMutants: Record<string, string>;
  }
}

const seen: Record<string, string> = {};
const mutants = inject("sqlMutants");
const hook = globalThis as { carbonTillStatement?: (statement: Statement) => Statement };

hook.carbonTillStatement = (statement) => {
  seen[statement.name] = statement.text;
  return { ...statement, text: mutants[statement.name] ?? statement.text };
};

fs.writeFileSync(path.join(inject("sqlSeen"), `${process.pid}.pid`), "");

afterAll(() => {
  const file = path.relative(process.cwd(), expect.getState().testPath ?? "");
  const target = path.join(inject("sqlSeen"), `${file.replaceAll("/", "_")}.json`);
  fs.writeFileSync(target, JSON.stringify({ file, statements: seen }));
});
