import fs from "node:fs";
import path from "node:path";
import type { ReactNode } from "react";
import { projectRoot } from "#core/build";
import { publicPage } from "#site/public-page";
import { docsScripts, PlainDocsPage } from "#ui/docs-frame";

/** A heading, a list, or a paragraph of a changelog. */
interface Part {
  line: number;
  kind: "title" | "heading" | "list" | "text";
  items: string[];
}

const forms: readonly [kind: Part["kind"], form: RegExp][] = [
  ["title", /^## /],
  ["heading", /^### /],
  ["list", /^- /],
];

/** Reads the few forms of Markdown that the file uses. The title of the file is left out. */
export function partsOf(markdown: string): Part[] {
  const parts: Part[] = [];
  let isOpen = false;
  for (const [line, text] of markdown.split("\n").entries()) {
    const last = parts.at(-1);
    const form = forms.find(([, start]) => start.test(text));
    const content = form ? text.replace(form[1], "") : text.trim();
    if (text.trim() === "" || text.startsWith("# ")) isOpen = false;
    else if (form?.[0] === "list" && last?.kind === "list") last.items.push(content);
    else if (form) parts.push({ line, kind: form[0], items: [content] });
    else if (isOpen && last) last.items.push(`${last.items.pop() ?? ""} ${content}`);
    else parts.push({ line, kind: "text", items: [content] });
    if (text.trim() !== "" && !text.startsWith("# ")) isOpen = true;
  }
  return parts;
}

const INLINE = /(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)\s]+\)|\[[^\]]+\])/;

function Inline({ text }: { text: string }) {
  return text.split(INLINE).map((part, index): ReactNode => {
    const key = `${index}`;
    if (part.startsWith("`")) return <code key={key}>{part.slice(1, -1)}</code>;
    if (part.startsWith("**")) return <strong key={key}>{part.slice(2, -2)}</strong>;
    const [, label, address] = /^\[([^\]]+)\](?:\((.+)\))?$/.exec(part) ?? [];
    if (label === undefined) return part;
    // Files of the repository are not served.
    if (!address?.startsWith("https:")) return <Inline key={key} text={label} />;
    return (
      <a key={key} href={address} className="link" rel="noreferrer">
        <Inline text={label} />
      </a>
    );
  });
}

function PartView({ part: { kind, items } }: { part: Part }) {
  const [text = ""] = items;
  if (kind === "title") {
    return (
      <h2 className="mt-12 border-t border-line pt-8 text-2xl font-semibold tracking-tight">
        <Inline text={text} />
      </h2>
    );
  }
  if (kind === "heading") {
    return (
      <h3>
        <Inline text={text} />
      </h3>
    );
  }
  if (kind === "text") {
    return (
      <p>
        <Inline text={text} />
      </p>
    );
  }
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>
          <Inline text={item} />
        </li>
      ))}
    </ul>
  );
}

interface Changelog {
  path: string;
  title: string;
  description: string;
  file: string;
  other: { href: string; label: string };
}

function changelogPage({ path: address, title, description, file, other }: Changelog) {
  return publicPage({
    path: address,
    keeping: { group: "build" },
    load: () => partsOf(fs.readFileSync(path.join(projectRoot(), file), "utf8")),
    render: (parts) => ({
      head: { title, description },
      body: (
        <PlainDocsPage current="Changelog" title={title}>
          <div className="prose mt-4">
            <p>
              <a href={other.href} className="link">
                {other.label}
              </a>
            </p>
            {parts.map((part) => (
              <PartView key={part.line} part={part} />
            ))}
          </div>
        </PlainDocsPage>
      ),
      scripts: docsScripts,
      shared: "build",
    }),
  });
}

export const changelogPages = [
  changelogPage({
    path: "/docs/changelog",
    title: "API changelog",
    description: "Changes for programs that use the API.",
    file: "API-CHANGELOG.md",
    other: { href: "/docs/changelog/releases", label: "All changes, for operators" },
  }),
  changelogPage({
    path: "/docs/changelog/releases",
    title: "Changelog",
    description: "All changes of each version.",
    file: "CHANGELOG.md",
    other: { href: "/docs/changelog", label: "Changes of the API" },
  }),
];
