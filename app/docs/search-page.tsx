import { markdownOf } from "#site/markdown";
import { publicPage } from "#site/public-page";
import { docsScripts, PlainDocsPage } from "#ui/docs-frame";
import { InlineText } from "#ui/docs-page";
import { guidePages } from "./guide/pages";
import { findInDocs, type GuideText, type SearchGroup } from "./search-index";

const CODE = /```[\s\S]*?```/g;
let guide: GuideText[] | undefined;

/** The guide depends on settings only, so its text is read once. */
function readGuide(): GuideText[] {
  guide ??= guidePages.flatMap(({ path, sections }) =>
    sections.map(({ id, title, Content }) => ({
      href: `${path}#${id}`,
      title,
      text: markdownOf(<Content />).replaceAll(CODE, " "),
    })),
  );
  return guide;
}

function Group({ group: { name, results } }: { group: SearchGroup }) {
  return (
    <section className="mt-8" aria-label={name}>
      <h2 className="text-xl font-semibold tracking-tight">{name}</h2>
      <ul className="mt-3 overflow-hidden rounded-xl border border-line bg-paper">
        {results.map(({ title, href, note }) => (
          <li key={href} className="border-t border-line first:border-t-0">
            <a href={href} className="block px-4 py-3 hover:bg-soft">
              <span className="font-medium">{title}</span>
              <span className="mt-0.5 block text-sm text-quiet">
                <InlineText text={note} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Summary({ query, groups }: { query: string; groups: readonly SearchGroup[] }) {
  if (query === "") return <p className="mt-4">Enter what you are looking for.</p>;
  const count = groups.reduce((sum, { results }) => sum + results.length, 0);
  const results = count === 1 ? "1 result" : `${count} results`;
  return (
    <p className="mt-4">
      {count === 0 ? "Nothing matches" : `${results} for`} <strong>{query}</strong>.
    </p>
  );
}

export const searchPage = publicPage({
  path: "/docs/search",
  keeping: { group: "build", personal: ["q"] },
  load: ({ query }) => (query.get("q") ?? "").trim().slice(0, 200),
  render(query) {
    const groups = findInDocs(query, readGuide());
    return {
      head: { title: query ? `${query}: search` : "Search", isIndexed: false },
      body: (
        <PlainDocsPage title="Search results" query={query}>
          <Summary query={query} groups={groups} />
          {groups.map((group) => (
            <Group key={group.name} group={group} />
          ))}
        </PlainDocsPage>
      ),
      scripts: docsScripts,
    };
  },
});
