// The API reference: an overview, a page for each operation, a page for each schema.
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { answerWithDocument } from "#core/page-answer";
import { DocsHeader } from "#ui/docs-header";
import { findSchema, listOperations } from "./contents";
import { Navigation, Search } from "./navigation";
import { OperationPage } from "./operation";
import { Overview } from "./overview";
import { SchemaPage } from "./schema-page";

interface Props {
  params: Promise<{ path?: string[] }>;
  searchParams: Promise<{ q?: string | string[] }>;
}

interface Content {
  title: string;
  /** The operation or schema that is shown, by name. */
  current: string;
  query: string;
  body: ReactNode;
}

async function find({ params, searchParams }: Props): Promise<Content | null> {
  const [first, second, ...more] = (await params).path ?? [];
  if (more.length > 0) return null;
  if (first === undefined) {
    const query = String((await searchParams).q ?? "").trim();
    const title = query ? `${query}: API reference` : "API reference";
    return { title, current: "", query, body: <Overview query={query} /> };
  }
  if (second === undefined) {
    const operation = listOperations().find(({ id }) => id === first);
    if (!operation) return null;
    const body = <OperationPage operation={operation} />;
    return { title: operation.summary, current: first, query: "", body };
  }
  const schema = first === "schemas" ? findSchema(second) : undefined;
  if (!schema) return null;
  const body = <SchemaPage name={second} schema={schema} />;
  return { title: second, current: second, query: "", body };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const content = await find(props);
  return content ? { title: content.title } : {};
}

export default async function ReferencePage(props: Props) {
  const content = await find(props);
  if (!content) notFound();
  const { current, query, body } = content;
  if (query === "") answerWithDocument();
  return (
    <>
      <DocsHeader current="API reference" />
      <div className="mx-auto w-full max-w-7xl gap-10 px-5 py-6 sm:px-8 lg:grid lg:grid-cols-[17rem_minmax(0,1fr)] lg:py-10">
        <aside className="space-y-4 lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:self-start lg:overflow-y-auto lg:p-1">
          <Search query={query} />
          <Navigation current={current} />
        </aside>
        <main id="content" className="mt-8 min-w-0 lg:mt-0">
          {body}
        </main>
      </div>
    </>
  );
}
