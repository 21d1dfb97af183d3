import { type PublicPage, publicPage } from "#site/public-page";
import { docsScripts } from "#ui/docs-frame";
import { DocsHeader } from "#ui/docs-page";
import { Search } from "#ui/search-form";
import { type GuidePage, guidePages } from "./guide/pages";
import { SectionPart } from "./guide/section";

const entry =
  "block rounded-md px-2 py-1.5 text-quiet hover:bg-ink/5 hover:text-ink aria-[current]:font-medium aria-[current]:text-ink";

/** All pages, and the sections of the current one. */
function Contents({ current }: { current: GuidePage }) {
  return (
    <ul className="text-sm">
      {guidePages.map((page) => (
        <li key={page.path}>
          <a
            href={page.path}
            aria-current={page === current ? "page" : undefined}
            className={entry}
          >
            {page.title}
          </a>
          {page === current && page.sections.length > 1 && (
            <ul className="mb-1 ml-3 border-l border-line pl-1">
              {page.sections.map(({ id, title }) => (
                <li key={id}>
                  <a href={`#${id}`} className={entry}>
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

/** On the first page, also the anchors of sections that were on it. */
function OtherPages({ current }: { current: GuidePage }) {
  const others = guidePages.filter((page) => page !== current);
  return (
    <section className="mt-12 border-t border-line pt-10" aria-labelledby="more-title">
      <h2 id="more-title" className="text-2xl font-semibold tracking-tight">
        More of the guide
      </h2>
      <ul className="mt-4 space-y-3">
        {others.map(({ path, title, task, sections }) => (
          <li key={path}>
            <a href={path} className="link font-medium">
              {title}
            </a>
            : how to {task}
            {sections.map(({ id }) => (
              <span key={id} id={id} />
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Page({ page }: { page: GuidePage }) {
  const isFirst = page === guidePages[0];
  return (
    <>
      <DocsHeader current="Guide" />
      <div className="mx-auto w-full max-w-7xl gap-10 px-5 py-6 sm:px-8 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:py-10">
        <aside className="lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:self-start lg:overflow-y-auto lg:p-1">
          <div className="mb-4">
            <Search />
          </div>
          <details className="rounded-xl border border-line bg-paper lg:hidden">
            <summary className="cursor-pointer px-4 py-3 font-medium">Pages of the guide</summary>
            <nav aria-label="Guide" className="px-2 pb-3">
              <Contents current={page} />
            </nav>
          </details>
          <nav aria-label="Guide" className="hidden lg:block">
            <Contents current={page} />
          </nav>
        </aside>
        <main id="content" className="mt-8 min-w-0 max-w-3xl lg:mt-0">
          <h1 className="text-4xl font-semibold tracking-tight">
            {isFirst ? "Guide" : page.title}
          </h1>
          <p className="mt-4 mb-10 text-lg/relaxed text-pretty text-quiet">
            How to {page.task}. See the{" "}
            <a href="/docs/reference" className="link">
              API reference
            </a>{" "}
            for every field and response.
          </p>
          {page.sections.map((section) => (
            <SectionPart key={section.id} {...section} />
          ))}
          {isFirst && <OtherPages current={page} />}
        </main>
      </div>
    </>
  );
}

export const guidePublicPages: PublicPage[] = guidePages.map((page) =>
  publicPage({
    path: page.path,
    keeping: { group: "build" },
    load: () => null,
    render: () => ({
      head: {
        title: page.path === "/docs" ? "Guide" : page.title,
        description: `How to ${page.task}.`,
      },
      body: <Page page={page} />,
      scripts: docsScripts,
      shared: "build",
    }),
  }),
);
