import { Fragment, type ReactNode } from "react";
import { Brand } from "./page-parts";

export type DocsPage = "Guide" | "API reference" | "Changelog";

const pages = [
  { name: "Guide", href: "/docs" },
  { name: "API reference", href: "/docs/reference" },
  { name: "Changelog", href: "/docs/changelog" },
];

interface Props {
  current?: DocsPage;
}

export function DocsHeader({ current }: Props) {
  return (
    <header className="border-b border-line bg-paper print:hidden">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:m-2 focus:rounded-lg focus:bg-accent focus:px-4 focus:py-2 focus:text-paper"
      >
        Skip to content
      </a>
      <div className="mx-auto flex w-full max-w-7xl flex-wrap items-center justify-between gap-x-6 gap-y-1 px-5 py-3 sm:px-8">
        <Brand />
        <nav aria-label="Documentation" className="-mx-2.5">
          <ul className="flex flex-wrap">
            {pages.map(({ name, href }) => (
              <li key={name}>
                <a
                  href={href}
                  aria-current={name === current ? "page" : undefined}
                  className="inline-flex min-h-11 items-center rounded-lg px-2.5 text-[0.9375rem] text-quiet hover:text-ink aria-[current]:font-medium aria-[current]:text-ink"
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </header>
  );
}

function inline(text: string): ReactNode[] {
  return text.split(/(`[^`]+`)/).map((part, index) => {
    const key = `${index}`;
    if (!part.startsWith("`")) return <Fragment key={key}>{part}</Fragment>;
    return <code key={key}>{part.slice(1, -1)}</code>;
  });
}

/** Renders `code` in a single line. */
export function InlineText({ text }: { text: string }) {
  return <>{inline(text)}</>;
}

/** Renders paragraphs with `code`. */
export function RichText({ text }: { text: string }) {
  return text.split(/\n{2,}/).map((paragraph) => <p key={paragraph}>{inline(paragraph)}</p>);
}
