// A planted bug: a small change to one function that tests must notice.
import { parseAst } from "vitest/node";

export interface PlantedBug {
  /** Name on the command line and in reports. */
  name: string;
  /** The bug in one sentence. */
  description: string;
  /** Path of the file, relative to the repository's root. */
  file: string;
  /** Name of the function, method or constant to change. */
  target: string;
  /** Text that occurs exactly once in the target; white space matches any other. */
  find: string;
  replacement: string;
  /** Test files that must catch the bug; they run first. */
  caughtBy: readonly string[];
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

function* nodesIn(root: Node): Generator<Node> {
  yield root;
  for (const value of Object.values(root)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) yield* nodesIn(child);
    }
  }
}

const DECLARATION =
  /^(Function|Class)Declaration$|^VariableDeclarator$|^(Method|Property)Definition$/;

/** Name of a declaration; private methods keep their "#". */
function nameOf(node: Node): string | undefined {
  const id = node["id"] ?? node["key"];
  if (!DECLARATION.test(node.type) || !isNode(id)) return undefined;
  const name = typeof id["name"] === "string" ? id["name"] : undefined;
  return id.type === "PrivateIdentifier" ? `#${name}` : name;
}

function parse(source: string, file: string): Node {
  const program: unknown = parseAst(source, { lang: file.endsWith(".tsx") ? "tsx" : "ts" }, file);
  if (!isNode(program)) throw new Error(`${file} has no syntax tree`);
  return program;
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

function patternOf(text: string): RegExp {
  const parts = text.trim().split(/\s+/);
  return new RegExp(parts.map(escaped).join("\\s+"), "g");
}

/**
 * Returns the source with the bug. @throws if the target is missing or ambiguous, does not contain
 * the text exactly once, or the result can't be parsed
 */
export function plantBug(source: string, bug: PlantedBug): string {
  const { name, file, target, find, replacement } = bug;
  const problem = (text: string) => new Error(`planted bug ${name}: ${text}`);
  const targets = [...nodesIn(parse(source, file))].filter((node) => nameOf(node) === target);
  const [node, ...others] = targets;
  if (!node || others.length > 0) {
    throw problem(`${file} declares ${target} ${targets.length} times, not once`);
  }
  const before = source.slice(node.start, node.end);
  const matches = [...before.matchAll(patternOf(find))];
  const [match] = matches;
  if (!match || matches.length > 1) {
    throw problem(`${target} in ${file} has ${matches.length} matches for "${find}", not one`);
  }
  const start = node.start + match.index;
  const planted = source.slice(0, start) + replacement + source.slice(start + match[0].length);
  if (planted === source) throw problem("changes nothing");
  try {
    parse(planted, file);
  } catch (error) {
    throw problem(`the result cannot be parsed: ${String(error)}`);
  }
  return planted;
}
