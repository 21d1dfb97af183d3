import { parseAst } from "vitest/node";

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

export interface Import {
  /** Null for a computed import. */
  specifier: string | null;
  isType: boolean;
  /** Names imported as values; "*" for the whole module. */
  names: string[];
  line: number;
}

interface Place {
  line: number;
  lines: number;
}

interface Exported {
  name: string;
  /** Number of a function's parameters. */
  parameters: number;
  takesContext: boolean;
}

export interface Syntax {
  directives: string[];
  imports: Import[];
  exports: Exported[];
  functions: Place[];
  /** Dotted calls: `describe.only`, `vi.mock`, `Date.now`; `new Date()` without argument. */
  calls: { name: string; line: number }[];
  /** String literals and templates, with "?" for each inserted value. */
  strings: { text: string; line: number }[];
  identifiers: { name: string; line: number }[];
  comments: { text: string; line: number }[];
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

function child(node: unknown, key: string): Node | undefined {
  const value = isNode(node) ? node[key] : undefined;
  return isNode(value) ? value : undefined;
}

function children(node: unknown, key: string): Node[] {
  const value = isNode(node) ? node[key] : undefined;
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function text(node: Node | undefined, key: string): string | undefined {
  const value = node?.[key];
  return typeof value === "string" ? value : undefined;
}

function everyNode(root: Node): Node[] {
  const nodes = [root];
  for (const node of nodes) {
    for (const value of Object.values(node)) {
      if (Array.isArray(value)) nodes.push(...value.filter(isNode));
      else if (isNode(value)) nodes.push(value);
    }
  }
  return nodes;
}

/** Returns "describe.only.each" for `describe.only.each(…)(…)`. */
function dotted(node: Node | undefined): string {
  if (!node) return "";
  if (node.type === "MemberExpression") {
    const property = child(node, "property");
    return `${dotted(child(node, "object"))}.${text(property, "name") ?? text(property, "value")}`;
  }
  if (node.type === "CallExpression") return dotted(child(node, "callee"));
  return text(node, "name") ?? "";
}

function importOf(node: Node, lineAt: (offset: number) => number): Import | undefined {
  const specifiers = children(node, "specifiers");
  const source = child(node, "source");
  const line = lineAt(node.start);
  const from = text(source, "value") ?? null;
  if (node.type === "ImportDeclaration" || node.type === "ExportNamedDeclaration") {
    if (!source) return undefined;
    const values = specifiers.filter(
      (it) => it["importKind"] !== "type" && it["exportKind"] !== "type",
    );
    const named = values.map((it) => {
      const name = child(it, node.type === "ImportDeclaration" ? "imported" : "local");
      const isDefault = it.type === "ImportDefaultSpecifier";
      return isDefault ? "default" : (text(name, "name") ?? text(name, "value") ?? "*");
    });
    const isType =
      node["importKind"] === "type" ||
      node["exportKind"] === "type" ||
      (specifiers.length > 0 && values.length === 0);
    return { specifier: from, isType, names: isType ? [] : named, line };
  }
  if (node.type === "ExportAllDeclaration") {
    const isType = node["exportKind"] === "type";
    return { specifier: from, isType, names: isType ? [] : ["*"], line };
  }
  if (node.type === "ImportExpression") {
    return { specifier: from, isType: false, names: ["*"], line };
  }
  if (node.type === "TSImportType") return { specifier: from, isType: true, names: [], line };
  if (node.type === "TSExternalModuleReference") {
    const specifier = text(child(node, "expression"), "value") ?? null;
    return { specifier, isType: false, names: ["*"], line };
  }
  if (node.type === "CallExpression" && dotted(child(node, "callee")) === "require") {
    const specifier = text(children(node, "arguments")[0], "value") ?? null;
    return { specifier, isType: false, names: ["*"], line };
  }
  return undefined;
}

function exportsOf(statement: Node): Exported[] {
  const declaration = child(statement, "declaration");
  const declared = children(declaration, "declarations");
  const isFunctionOrClass = /^(Function|Class)Declaration$/.test(declaration?.type ?? "");
  const declarations = declaration && isFunctionOrClass ? [declaration] : declared;
  const own = declarations.flatMap((node) => {
    const name = text(child(node, "id"), "name");
    const maker = child(node, "init") ?? node;
    const parameters = children(maker, "params");
    const annotation = child(child(parameters[0], "typeAnnotation"), "typeAnnotation");
    const type = text(child(annotation, "typeName"), "name") ?? "";
    const takesContext = type.endsWith("Context");
    return name ? [{ name, parameters: parameters.length, takesContext }] : [];
  });
  const listed = children(statement, "specifiers").map((it) => ({
    name: text(child(it, "exported"), "name") ?? "",
    parameters: 0,
    takesContext: false,
  }));
  return [...own, ...listed];
}

function stringOf(node: Node): string | undefined {
  if (node.type === "Literal" || node.type === "JSXText") return text(node, "value");
  if (node.type !== "TemplateLiteral") return undefined;
  const parts = children(node, "quasis").map((part) => {
    const value = part["value"] as { cooked?: string | null } | undefined;
    return value?.cooked ?? "";
  });
  return parts.join("?");
}

const functionTypes = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;

/** Functions passed to `describe`, which may be of any length. */
function suitesOf(nodes: Node[]): Set<Node> {
  const described = nodes.filter(
    (node) => node.type === "CallExpression" && /^describe\b/.test(dotted(node)),
  );
  return new Set(described.flatMap((node) => children(node, "arguments")));
}

function languageOf(path: string): "dts" | "js" | "jsx" | "ts" | "tsx" {
  if (/\.d\.m?ts$/.test(path)) return "dts";
  if (path.endsWith(".tsx")) return "tsx";
  return /\.m?ts$/.test(path) ? "ts" : "jsx";
}

const identifierTypes = /^(Identifier|PrivateIdentifier|JSXIdentifier)$/;
const literalTypes = /^(Literal|TemplateElement|JSXText)$/;

/** Finds comments outside of literals, since the parser drops them. */
function commentsOf(source: string, nodes: Node[]): { text: string; start: number }[] {
  let code = source;
  for (const { type, start, end } of nodes) {
    if (!literalTypes.test(type)) continue;
    code = code.slice(0, start) + " ".repeat(end - start) + code.slice(end);
  }
  return [...code.matchAll(/\/\/.*|\/\*[\s\S]*?\*\//g)].map((match) => ({
    text: match[0],
    start: match.index,
  }));
}

/** Returns a function from an offset in `source` to its line, from 1. */
function linesOf(source: string): (offset: number) => number {
  const starts = [...source.matchAll(/\n/g)].map((match) => match.index + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

/** Parses a source file. */
export function syntaxOf(path: string, source: string): Syntax {
  const program: unknown = parseAst(source, { lang: languageOf(path) }, path);
  if (!isNode(program)) throw new Error(`${path} can't be parsed`);
  const lineAt = linesOf(source);
  const nodes = everyNode(program);
  const suites = suitesOf(nodes);
  const body = children(program, "body");
  return {
    directives: body.flatMap((it) => text(it, "directive") ?? []),
    imports: nodes.flatMap((node) => importOf(node, lineAt) ?? []),
    exports: body.filter((it) => it.type === "ExportNamedDeclaration").flatMap(exportsOf),
    functions: nodes
      .filter((node) => functionTypes.test(node.type) && !suites.has(node))
      .map(({ start, end }) => ({
        line: lineAt(start),
        lines: source.slice(start, end).split("\n").length,
      })),
    calls: nodes.flatMap((node) => {
      const isFunctionOrClass =
        node.type === "NewExpression" && children(node, "arguments").length === 0;
      if (isFunctionOrClass)
        return { name: `new ${dotted(child(node, "callee"))}`, line: lineAt(node.start) };
      const isNamed = node.type === "MemberExpression" || node.type === "CallExpression";
      return isNamed ? { name: dotted(node), line: lineAt(node.start) } : [];
    }),
    strings: nodes.flatMap((node) => {
      const value = stringOf(node);
      return value === undefined ? [] : { text: value, line: lineAt(node.start) };
    }),
    identifiers: nodes.flatMap((node) => {
      const name = identifierTypes.test(node.type) ? text(node, "name") : undefined;
      return name ? { name, line: lineAt(node.start) } : [];
    }),
    comments: commentsOf(source, nodes).map((comment) => ({
      text: comment.text,
      line: lineAt(comment.start),
    })),
  };
}
