// Writes a page's elements as Markdown, for programs that read documentation.
import { isValidElement, type ReactElement, type ReactNode } from "react";
import { appUrl } from "#core/env";

interface Props {
  children?: ReactNode;
  href?: string;
  className?: string;
  "aria-hidden"?: unknown;
  "data-language"?: string;
}

/** Text within a line, or a whole block. */
interface Piece {
  text: string;
  kind: "text" | "inline" | "block";
}

/** Controls, and what surrounds the content. */
const SKIPPED = new Set([
  "header",
  "nav",
  "aside",
  "form",
  "fieldset",
  "button",
  "input",
  "script",
]);

const block = (text: string): Piece[] => (text === "" ? [] : [{ text, kind: "block" }]);
const inline = (text: string): Piece[] => (text === "" ? [] : [{ text, kind: "inline" }]);

/** Joins pieces to blocks. Elements without text between them are apart on the page. */
function blocksOf(pieces: readonly Piece[]): string[] {
  const blocks: string[] = [];
  let line = "";
  let last: Piece | undefined;
  const end = () => {
    if (line.trim() !== "") blocks.push(line.trim());
    line = "";
  };
  for (const piece of pieces) {
    if (piece.kind === "block") {
      end();
      blocks.push(piece.text);
    } else line += (last?.kind === "inline" && piece.kind === "inline" ? " " : "") + piece.text;
    last = piece;
  }
  end();
  return blocks;
}

function lineOf(node: ReactNode): string {
  return blocksOf(piecesOf(node)).join(" ").replaceAll(/\s+/g, " ");
}

/** The text without any marks, as in code. */
function plainText(node: ReactNode): string {
  if (typeof node === "string" || typeof node === "number") return String(node);
  if (Array.isArray(node)) return node.map(plainText).join("");
  if (!isValidElement<Props>(node)) return "";
  const { type, props } = node;
  return typeof type === "function" ? plainText(rendered(node)) : plainText(props.children);
}

/** Public pages have no hooks, so a component is just a function. */
function rendered({ type, props }: ReactElement<Props>): ReactNode {
  return (type as (props: Props) => ReactNode)(props);
}

function itemsOf(node: ReactNode): ReactElement<Props>[] {
  if (Array.isArray(node)) return node.flatMap(itemsOf);
  if (!isValidElement<Props>(node)) return [];
  const { type, props } = node;
  if (typeof type === "function") return itemsOf(rendered(node));
  return typeof type === "string" ? [node] : itemsOf(props.children);
}

function listOf(items: readonly ReactElement<Props>[], isNumbered: boolean): string {
  const lines = items.map(({ props }, index) => {
    const mark = isNumbered ? `${index + 1}. ` : "- ";
    const text = blocksOf(piecesOf(props.children)).join("\n");
    return mark + text.replaceAll("\n", `\n${" ".repeat(mark.length)}`);
  });
  return lines.join("\n");
}

function tableOf(node: ReactNode): string {
  const rows = itemsOf(node)
    .flatMap(({ props }) => itemsOf(props.children))
    .map(({ props }) => itemsOf(props.children).map((cell) => lineOf(cell.props.children)));
  const [head = [], ...body] = rows.map((cells) => `| ${cells.join(" | ")} |`);
  const rule = `|${"---|".repeat(rows[0]?.length ?? 0)}`;
  return [head, rule, ...body].join("\n");
}

const fenceNames: Record<string, string> = { curl: "sh", node: "js" };

function codeBlockOf({ children, "data-language": language = "" }: Props): string {
  const fence = "```";
  return `${fence}${fenceNames[language] ?? language}\n${plainText(children)}\n${fence}`;
}

function addressOf(href: string): string {
  return href.startsWith("/") ? appUrl() + href : href;
}

const writers: Record<string, (props: Props) => Piece[]> = {
  p: ({ children }) => block(blocksOf(piecesOf(children)).join("\n\n")),
  pre: (props) => block(codeBlockOf(props)),
  ul: ({ children }) => block(listOf(itemsOf(children), false)),
  ol: ({ children }) => block(listOf(itemsOf(children), true)),
  table: ({ children }) => block(tableOf(children)),
  figcaption: ({ children }) => block(`**${lineOf(children)}**`),
  summary: ({ children }) => block(`**${lineOf(children)}**`),
  code: ({ children }) => inline(`\`${plainText(children)}\``),
  strong: ({ children }) => inline(`**${lineOf(children)}**`),
  sub: ({ children }) => [{ text: plainText(children), kind: "text" }],
  a: ({ children, href = "" }) => inline(`[${lineOf(children)}](${addressOf(href)})`),
  span: ({ children, className = "" }) => {
    const isBlock = /\bblock\b/.test(className);
    return isBlock ? block(lineOf(children)) : inline(lineOf(children));
  },
};

function isHidden({ className = "", "aria-hidden": hidden }: Props): boolean {
  return hidden !== undefined || /\b(sr-only|noscript:hidden)\b/.test(className);
}

function piecesOf(node: ReactNode): Piece[] {
  if (typeof node === "string" || typeof node === "number") {
    return [{ text: String(node).replaceAll(/\s+/g, " "), kind: "text" }];
  }
  if (Array.isArray(node)) return node.flatMap(piecesOf);
  if (!isValidElement<Props>(node)) return [];
  const { type, props } = node;
  if (typeof type === "function") return piecesOf(rendered(node));
  if (typeof type !== "string") return piecesOf(props.children);
  if (SKIPPED.has(type) || isHidden(props)) return [];
  const [, level] = /^h([1-6])$/.exec(type) ?? [];
  if (level) {
    // Without the link to the heading itself.
    const own = [props.children]
      .flat()
      .filter((child) => !isValidElement(child) || child.type !== "a");
    return block(`${"#".repeat(Number(level))} ${lineOf(own)}`);
  }
  const write = writers[type];
  if (write) return write(props);
  return blocksOf(piecesOf(props.children)).flatMap(block);
}

/** Returns the Markdown of elements without hooks. */
export function markdownOf(node: ReactNode): string {
  return `${blocksOf(piecesOf(node)).join("\n\n")}\n`;
}
