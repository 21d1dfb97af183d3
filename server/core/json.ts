import { type FieldFault, problemOf } from "./errors";

/** Enough for every object; some lists allow more. */
export const MAX_FIELDS = 200;
const MAX_DEPTH = 20;

interface Level {
  /** Null in a list. */
  keys: Set<string> | null;
  /** The latest key or index. */
  at: string | number;
  expectsKey: boolean;
}

/** Returns the place of the quote that ends the string whose first character is at `from`. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

function decoded(key: string): string {
  if (!key.includes("\\")) return key;
  try {
    return String(JSON.parse(`"${key}"`));
  } catch {
    return key;
  }
}

/** One pass over a JSON text, which counts and compares names and builds nothing else. */
class Scan {
  readonly faults: FieldFault[] = [];
  readonly #levels: Level[] = [];
  readonly #root: string;
  #fieldsLeft: number;

  constructor(root: string, maxFields: number) {
    this.#root = root;
    this.#fieldsLeft = maxFields;
  }

  /** Stops at the first limit. */
  run(text: string): void {
    for (let at = 0; at < text.length; at += 1) {
      const character = text[at];
      if (character === '"') {
        const end = endOfString(text, at + 1);
        this.#name(text, at + 1, end);
        at = end;
      } else if (character === "{" || character === "[") this.#open(character === "{");
      else if (character === "}" || character === "]") this.#levels.pop();
      else if (character === ",") this.#next();
      const isTooDeep = this.#levels.length > MAX_DEPTH;
      if (isTooDeep) this.#add(this.#root, `must have at most ${MAX_DEPTH} levels`, "too-large");
      if (isTooDeep || this.#fieldsLeft < 0) return;
    }
  }

  #open(isObject: boolean): void {
    this.#levels.push({ keys: isObject ? new Set() : null, at: 0, expectsKey: isObject });
    if (!isObject) this.#count();
  }

  #next(): void {
    const level = this.#levels.at(-1);
    if (!level) return;
    level.expectsKey = level.keys !== null;
    if (typeof level.at === "number" && level.keys === null) level.at += 1;
    if (level.keys === null) this.#count();
  }

  /** A string is a name where its object expects one. */
  #name(text: string, from: number, end: number): void {
    const level = this.#levels.at(-1);
    if (!level?.keys || !level.expectsKey) return;
    const key = decoded(text.slice(from, end));
    level.expectsKey = false;
    level.at = key;
    if (level.keys.has(key)) {
      this.#add(this.#levels.map((one) => one.at).join("."), "is given more than once", "repeated");
    }
    level.keys.add(key);
    this.#count();
  }

  #count(): void {
    this.#fieldsLeft -= 1;
    if (this.#fieldsLeft >= 0) return;
    this.#add(this.#root, "has too many fields and items of lists", "too-large");
  }

  #add(field: string, message: string, code: FieldFault["code"]): void {
    this.faults.push({ field, message, code });
  }
}

/**
 * Rejects a text that has more than `maxFields` fields and items of lists, more than twenty levels,
 * or a name twice in one object. Costs less than parsing. Malformed text is left to JSON.parse.
 * @throws invalid-parameters
 */
export function requireModestJson(text: string, root: string, maxFields = MAX_FIELDS): void {
  const scan = new Scan(root, maxFields);
  scan.run(text);
  if (scan.faults.length > 0) throw problemOf(scan.faults);
}
