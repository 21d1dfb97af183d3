// A planted bug: a small change to one named function that the tests must notice.
import { parseAst } from "vitest/node";

export interface PlantedBug {
  /** Identifies it on the command line and in reports. */
  name: string;
  /** What is wrong, in one sentence. */
  description: string;
  /** The file, from the repository's root. */
  file: string;
  /** The function, method or constant to change, by its name in the file. */
  target: string;
  /** Text in the target that occurs exactly once; any white space matches any other. */
  find: string;
  replacement: string;
  /** The test files that are to catch it: they run first. */
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

/** The name that a declaration introduces; private methods keep their "#". */
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
  const words = text.trim().split(/\s+/);
  return new RegExp(words.map(escaped).join("\\s+"), "g");
}

/**
 * The source with the bug in it.
 * @throws where the target is missing or ambiguous, where it does not contain the text exactly
 *   once, and where the result cannot be parsed
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
