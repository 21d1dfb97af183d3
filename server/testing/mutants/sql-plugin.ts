// Vite plugin: passes every statement of core/db through a function that a test's set-up defines.
const DB = "/server/core/db.ts";
const HOOK = "globalThis.carbonTillStatement(statement)";

/** Places where core/db receives a statement's name and text. */
const places: readonly (readonly [string, string, number])[] = [
  ["{ ...statement, ", `{ ...${HOOK}, `, 1],
  ["(statement.text, ", `(${HOOK}.text, `, 1],
];

/** Inserts the hook into core/db. @throws if a place has changed */
export function hooked(code: string): string {
  return places.reduce((text, [from, to, times]) => {
    const parts = text.split(from);
    if (parts.length !== times + 1) {
      throw new Error(`core/db.ts has ${parts.length - 1} of "${from}", not ${times}`);
    }
    return parts.join(to);
  }, code);
}

export const statementHook = {
  name: "statement-hook",
  enforce: "pre" as const,
  transform(code: string, id: string) {
    return id.split("?")[0]?.endsWith(DB) ? hooked(code) : null;
  },
};
