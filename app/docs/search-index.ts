import { dashboardProblems, type ProblemCode, problems } from "#core/errors";
import { problemDescriptions } from "#core/problem-descriptions";
import { findOperations, findSchema, listSchemas } from "./reference/contents";

export interface SearchResult {
  title: string;
  href: string;
  /** Such as "GET /v1/orders" or a part of the guide's text. */
  note: string;
}

export interface SearchGroup {
  name: string;
  results: SearchResult[];
}

/** A section of the guide and its text. */
export interface GuideText {
  href: string;
  title: string;
  text: string;
}

const BEFORE = 60;
const AFTER = 120;

/** Returns the text around the first term, cut at words. */
function excerpt(text: string, terms: readonly string[]): string {
  const plain = text.replaceAll(/[`*#]|\]\([^)]*\)|\[/g, "").replaceAll(/\s+/g, " ");
  const at = Math.max(0, plain.toLowerCase().indexOf(terms[0] ?? ""));
  const start = at <= BEFORE ? 0 : plain.indexOf(" ", at - BEFORE) + 1;
  const end = plain.lastIndexOf(" ", at + AFTER);
  const isWhole = plain.length <= at + AFTER;
  return `${start > 0 ? "…" : ""}${plain.slice(start, isWhole ? undefined : end)}${isWhole ? "" : "…"}`;
}

/** Returns what contains every term of the query, from guide and reference. */
export function findInDocs(query: string, guide: readonly GuideText[]): SearchGroup[] {
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (terms.length === 0) return [];
  const matches = (...parts: string[]) => {
    const all = parts.join(" ").toLowerCase();
    return terms.every((term) => all.includes(term));
  };
  const sections = guide.filter(({ title, text }) => matches(title, text));
  const inTitle = ({ title }: GuideText) =>
    terms.filter((term) => title.toLowerCase().includes(term)).length;
  const groups = [
    {
      name: "Guide",
      results: sections
        .toSorted((a, b) => inTitle(b) - inTitle(a))
        .map(({ href, title, text }) => {
          return { title, href, note: excerpt(text, terms) };
        }),
    },
    {
      name: "API reference",
      results: findOperations(query).map(({ id, summary, method, path }) => {
        const note = path === null ? `Event ${id}` : `${method} /v1${path}`;
        return { title: summary, href: `/docs/reference/${id}`, note };
      }),
    },
    { name: "Schemas", results: schemasFor(matches) },
    { name: "Problems", results: problemsFor(matches) },
  ];
  return groups.filter(({ results }) => results.length > 0);
}

type Matches = (...parts: string[]) => boolean;

function schemasFor(matches: Matches): SearchResult[] {
  return listSchemas().flatMap((name) => {
    const { description = "", properties = {} } = findSchema(name) ?? {};
    if (!matches(name, description, ...Object.keys(properties))) return [];
    return [{ title: name, href: `/docs/reference/schemas/${name}`, note: description }];
  });
}

function problemsFor(matches: Matches): SearchResult[] {
  const codes = (Object.keys(problems) as ProblemCode[]).filter((it) => !dashboardProblems.has(it));
  return codes.flatMap((code) => {
    const { title } = problems[code];
    const { meaning } = problemDescriptions[code];
    if (!matches(code, title, meaning)) return [];
    return [{ title, href: `/v1/errors/${code}`, note: meaning }];
  });
}
