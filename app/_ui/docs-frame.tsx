import type { ReactNode } from "react";
import { DocsHeader, type DocsPage } from "./docs-page";
import { Search } from "./search-form";

/** Scripts of all pages of the documentation. */
export const docsScripts = ["/page.js", "/docs.js"];

interface Props {
  current?: DocsPage;
  title: string;
  children: ReactNode;
  query?: string;
}

/** A page of the documentation without a navigation of its own. */
export function PlainDocsPage({ current, title, query = "", children }: Props) {
  return (
    <>
      <DocsHeader {...(current && { current })} />
      <main id="content" className="mx-auto w-full max-w-3xl px-5 py-8 sm:px-8 sm:py-12">
        <Search query={query} />
        <h1 className="mt-8 text-3xl font-semibold tracking-tight">{title}</h1>
        {children}
      </main>
    </>
  );
}
