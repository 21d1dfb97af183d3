// Parts of the pages of projects and portfolios.
import type { ReactNode } from "react";
import type { Language } from "#core/language";
import { linkFor, type Reader } from "#core/reader";
import type { Head, SharedPicture } from "#site/public-page";
import { catalogueCopy } from "./catalogue-copy";
import { uiCopy } from "./copy";
import { Brand, ButtonLink, Notice } from "./page-parts";
import { Languages, Linked } from "./public-parts";
import { OriginalName } from "./text";

interface Entry {
  picture: SharedPicture;
  mode: "live" | "test";
  name: string;
  description: string;
  /** Absolute. */
  url: string;
  language: Language;
}

export function catalogueHead({ picture, mode, name, description, url, language }: Entry): Head {
  return {
    title: mode === "test" ? uiCopy[language].test(name) : name,
    description,
    // Fictional test data must not appear in search results.
    isIndexed: mode === "live",
    canonical: url,
    share: { url, picture },
  };
}

interface BuyLinkProps {
  slug: string;
  seller: string;
  reader: Reader;
}

/** Leads to the page of a payment link. */
export function BuyLink({ slug, seller, reader }: BuyLinkProps) {
  return (
    <ButtonLink href={linkFor(reader, `/buy/${slug}`)} variant="primary">
      {catalogueCopy[reader.language].buy(seller)}
    </ButtonLink>
  );
}

interface GoalsProps {
  goals: readonly { number: number; name: string }[];
  language: Language;
}

/** The UN's Sustainable Development Goals that a project serves, under their heading. */
export function Goals({ goals, language }: GoalsProps) {
  if (goals.length === 0) return null;
  return (
    <>
      <p className="mt-4 text-sm text-quiet">{uiCopy[language].goals}</p>
      <ul className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1.5 text-sm sm:text-[0.9375rem]">
        {goals.map((goal) => (
          <li key={goal.number} className="flex items-baseline gap-2">
            <span className="min-w-6 rounded bg-soft px-1 text-center text-sm font-semibold text-accent print:border print:border-line">
              {goal.number}
            </span>
            {goal.name}
          </li>
        ))}
      </ul>
    </>
  );
}

interface Props {
  /** On this host. */
  picture: string | null;
  /** Warning about test data. */
  notice: string | null;
  /** Short text above the name. */
  kind: string;
  name: string;
  /** Original name of a project whose name is translated. */
  originalName?: string | null;
  summary: string;
  children: ReactNode;
  reader: Reader;
  query: URLSearchParams;
}

function nameSize(name: string): string {
  if (name.length > 160) return "text-xl/snug";
  return name.length > 60 ? "text-2xl/snug sm:text-3xl/snug" : "text-3xl/tight sm:text-5xl/tight";
}

export function CatalogueSheet(props: Props) {
  const { picture, notice, kind, name, originalName, summary, children, reader, query } = props;
  const links = { verify: linkFor(reader, "/verify"), docs: "/docs" };
  return (
    <main className="mx-auto w-full max-w-5xl sm:px-8 sm:py-12">
      <article className="overflow-clip border-line bg-paper sm:rounded-2xl sm:border sm:shadow-sheet">
        {picture !== null && (
          // biome-ignore lint/performance/noImgElement: next/image needs the runtime that stays away.
          <img
            src={picture}
            alt=""
            width="1200"
            height="800"
            fetchPriority="high"
            className="aspect-2/1 w-full object-cover sm:aspect-5/2"
          />
        )}
        <header className="px-5 pt-8 pb-9 sm:px-12 sm:pt-11 sm:pb-12">
          {notice !== null && (
            <div className="mb-6 sm:mb-8">
              <Notice>{notice}</Notice>
            </div>
          )}
          {kind !== "" && <p className="text-[0.9375rem] font-medium text-accent">{kind}</p>}
          <h1
            className={`mt-2 max-w-3xl font-semibold tracking-tight text-balance ${nameSize(name)}`}
          >
            {name}
          </h1>
          {originalName != null && (
            <p className="mt-3 text-[0.9375rem] text-quiet">
              <OriginalName name={originalName} language={reader.language} />
            </p>
          )}
          {summary !== "" && (
            <p className="mt-4 max-w-2xl text-lg/relaxed text-pretty text-quiet">{summary}</p>
          )}
        </header>
        {children}
        <footer className="flex flex-wrap items-center justify-between gap-x-10 gap-y-5 border-t border-line px-5 py-8 sm:px-12">
          <p className="max-w-xl text-sm text-pretty text-quiet">
            <Linked text={catalogueCopy[reader.language].proof} links={links} />
          </p>
          <Languages language={reader.language} query={query} />
          <Brand reader={reader} />
        </footer>
      </article>
    </main>
  );
}

export function SheetPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line px-5 py-9 sm:px-12 sm:py-11">
      <h2 className="text-2xl font-semibold tracking-tight">{title}</h2>
      {children}
    </section>
  );
}
