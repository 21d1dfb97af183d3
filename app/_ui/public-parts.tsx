// Parts of public pages that speak the reader's language.
import { Fragment } from "react";
import { type Language, languageNames, languages } from "#core/language";
import { linkFor, type Reader } from "#core/reader";
import type { PageView } from "#site/public-page";
import { uiCopy } from "./copy";
import { Mark, MessagePage } from "./page-parts";

/** On pages that are their owner's. */
export function PoweredBy({ reader }: { reader: Reader }) {
  return (
    <a
      href={linkFor(reader, "/")}
      className="inline-flex min-h-6 items-center gap-2 rounded text-sm text-quiet hover:text-ink"
    >
      <Mark className="size-4" />
      {uiCopy[reader.language].powered}
    </a>
  );
}

interface LanguagesProps {
  language: Language;
  /** Query of the page, whose other parameters the links keep. */
  query: URLSearchParams;
}

function addressIn(query: URLSearchParams, language: Language): string {
  const other = new URLSearchParams(query);
  other.set("lang", language);
  return `?${other}`;
}

/** Links to the page in each language. */
export function Languages({ language, query }: LanguagesProps) {
  return (
    <nav aria-label={uiCopy[language].languages} className="print:hidden">
      <ul className="-mx-2 flex flex-wrap text-sm">
        {languages.map((one) => (
          <li key={one}>
            <a
              href={addressIn(query, one)}
              lang={one}
              hrefLang={one}
              aria-current={one === language ? "true" : undefined}
              className="inline-flex min-h-11 items-center rounded-lg px-2 text-quiet hover:text-ink aria-[current]:font-medium aria-[current]:text-ink"
            >
              {languageNames[one]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface LinkedProps {
  /** Such as "Read the [guide](guide)." */
  text: string;
  /** Addresses of the links, by name. */
  links: Readonly<Record<string, string>>;
}

/** A sentence with links, whose places differ between languages. */
export function Linked({ text, links }: LinkedProps) {
  return text.split(/(\[[^\]]+\]\(\w+\))/).map((part) => {
    const [, label = "", name = ""] = /^\[(.+)\]\((\w+)\)$/.exec(part) ?? [];
    return label === "" ? (
      <Fragment key={part}>{part}</Fragment>
    ) : (
      <a key={part} href={links[name]} className="link">
        {label}
      </a>
    );
  });
}

/** Builds the 404 page with a hint about what to try. */
export function missingIn(reader: Reader, hint?: string): PageView {
  const { missing } = uiCopy[reader.language];
  return {
    status: 404,
    head: { title: missing.head, isIndexed: false },
    body: (
      <MessagePage title={missing.title}>
        <p>{hint ?? missing.hint}</p>
        <p>
          <a href={linkFor(reader, "/")} className="link">
            {missing.home}
          </a>
        </p>
      </MessagePage>
    ),
  };
}

/** Shown if a page fails. */
export function failedIn({ language }: Reader): PageView {
  const { failed } = uiCopy[language];
  return {
    status: 500,
    head: { title: failed.head, isIndexed: false },
    body: (
      <MessagePage title={failed.title}>
        <p>{failed.text}</p>
      </MessagePage>
    ),
  };
}
