// The API reference: an overview, a page for each operation, a page for each schema.
import type { ReactNode } from "react";
import { type PageView, publicPage } from "#site/public-page";
import { DocsHeader } from "#ui/docs-header";
import { missingView } from "#ui/missing-page";
import { findSchema, listOperations } from "./contents";
import { Navigation, Search } from "./navigation";
import { OperationPage } from "./operation";
import { Overview } from "./overview";
import { SchemaPage } from "./schema-page";

interface Props {
  /** The operation or schema that is shown, by name. */
  current?: string;
  query?: string;
  children: ReactNode;
}

function Page({ current = "", query = "", children }: Props) {
  return (
    <>
      <DocsHeader current="API reference" />
      <div className="mx-auto w-full max-w-7xl gap-10 px-5 py-6 sm:px-8 lg:grid lg:grid-cols-[17rem_minmax(0,1fr)] lg:py-10">
        <aside className="space-y-4 lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:self-start lg:overflow-y-auto lg:p-1">
          <Search query={query} />
          <Navigation current={current} />
        </aside>
        <main id="content" className="mt-8 min-w-0 lg:mt-0">
          {children}
        </main>
      </div>
    </>
  );
}

const keeping = { group: "build", personal: ["q"] } as const;

function viewOf(title: string, props: Props): PageView {
  const view = { head: { title }, body: <Page {...props} />, scripts: ["/page.js"] };
  // What somebody searched for is their own.
  return props.query ? view : { ...view, shared: "build" };
}

export const referencePage = publicPage({
  path: "/docs/reference",
  keeping,
  load: ({ query }) => (query.get("q") ?? "").trim(),
  render: (query) =>
    viewOf(query ? `${query}: API reference` : "API reference", {
      query,
      children: <Overview query={query} />,
    }),
});

export const operationPage = publicPage({
  path: "/docs/reference/{operation}",
  keeping,
  load: ({ params }) => listOperations().find(({ id }) => id === params["operation"]),
  render(operation) {
    if (!operation) return missingView;
    const children = <OperationPage operation={operation} />;
    return viewOf(operation.summary, { current: operation.id, children });
  },
});

export const schemaPage = publicPage({
  path: "/docs/reference/schemas/{schema}",
  keeping,
  load: ({ params: { schema: name = "" } }) => ({ name, schema: findSchema(name) }),
  render({ name, schema }) {
    if (!schema) return missingView;
    return viewOf(name, { current: name, children: <SchemaPage name={name} schema={schema} /> });
  },
});
