import type { ReactNode } from "react";
import { Problem, type ProblemCode, problems } from "#core/errors";
import { PROBLEM_TYPE, problemBody } from "#core/problem";
import { problemDescriptions } from "#core/problem-descriptions";
import { type PageView, publicPage } from "#site/public-page";
import { JsonBlock } from "#ui/code-block";
import { docsScripts } from "#ui/docs-frame";
import { DocsHeader, InlineText, RichText } from "#ui/docs-page";
import { missingView } from "#ui/page-parts";
import { Search } from "#ui/search-form";
import {
  findSchema,
  listOperations,
  nameOf,
  type Operation,
  resolve,
  type Schema,
} from "./contents";
import { Fields } from "./fields";
import { Navigation, Overview } from "./navigation";
import { OperationPage } from "./operation";

function refersTo(schema: Schema, name: string, depth = 0): boolean {
  if (nameOf(schema) === name) return true;
  if (depth > 6) return false;
  const { properties = {}, items, anyOf = [] } = resolve(schema);
  const inside = [...Object.values(properties), ...(items ? [items] : []), ...anyOf];
  return inside.some((part) => refersTo(part, name, depth + 1));
}

function mediaOf({ body, responses }: Operation) {
  return [body, ...responses.map(({ content }) => content)].flatMap((content) =>
    Object.values(content),
  );
}

function usersOf(name: string): Operation[] {
  return listOperations().filter((operation) =>
    mediaOf(operation).some(({ schema }) => refersTo(schema, name)),
  );
}

/** Returns the first example of the schema in an operation. */
function exampleOf(name: string): unknown {
  const media = listOperations().flatMap(mediaOf);
  const whole = media.find(({ schema }) => nameOf(schema) === name);
  const problem = Object.values(whole?.examples ?? {})[0]?.value;
  return whole?.example ?? problem;
}

function SchemaPage({ name, schema }: { name: string; schema: Schema }) {
  const example = exampleOf(name);
  const users = usersOf(name);
  return (
    <article>
      <p className="text-sm text-quiet">Schema</p>
      <h1 className="mt-1 text-3xl font-semibold tracking-tight">{name}</h1>
      <div className="prose mt-4 max-w-2xl">
        <RichText text={schema.description ?? ""} />
      </div>
      <div className="mt-8 grid gap-x-10 gap-y-10 xl:grid-cols-[minmax(0,1fr)_minmax(0,28rem)]">
        <div className="min-w-0">
          <h2 className="text-xl font-semibold tracking-tight">Fields</h2>
          <Fields schema={schema} />
          {users.length > 0 && (
            <>
              <h2 className="mt-10 text-xl font-semibold tracking-tight">Used by</h2>
              <ul className="mt-3 space-y-1.5">
                {users.map(({ id, summary }) => (
                  <li key={id}>
                    <a href={`/docs/reference/${id}`} className="link">
                      {summary}
                    </a>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
        {example !== undefined && (
          <section aria-label="Example" className="min-w-0">
            <JsonBlock label="Example" value={example} />
          </section>
        )}
      </div>
    </article>
  );
}

const REQUEST_ID = "7f3c0f1e-2b1d-4a77-9a51-0d6f5f6f2c11";

function ProblemContent({ code }: { code: ProblemCode }) {
  const { status, title } = problems[code];
  const { meaning, solution, retry, example } = problemDescriptions[code];
  const body = problemBody(new Problem(code, example), REQUEST_ID);
  return (
    <>
      <DocsHeader />
      <main id="content" className="mx-auto w-full max-w-3xl px-5 py-10 sm:px-8 sm:py-14">
        <p className="text-sm text-quiet">
          <a href="/docs/errors" className="link">
            Problems
          </a>{" "}
          · HTTP status {status}
        </p>
        <h1 className="mt-2 text-3xl font-semibold tracking-tight text-balance">{title}</h1>
        <p className="mt-3">
          <code>{code}</code>
        </p>
        <p className="mt-5 text-lg/relaxed text-pretty">
          <InlineText text={meaning} />
        </p>
        <h2 className="mt-10 text-xl font-semibold tracking-tight">What to do</h2>
        <ol className="mt-3 list-decimal space-y-2 pl-5 marker:text-quiet">
          {solution.map((step) => (
            <li key={step}>
              <InlineText text={step} />
            </li>
          ))}
        </ol>
        <h2 className="mt-10 text-xl font-semibold tracking-tight">Can you retry?</h2>
        <p className="mt-3">
          <InlineText text={retry} />
        </p>
        <h2 className="mt-10 mb-4 text-xl font-semibold tracking-tight">Example</h2>
        <JsonBlock label={`Response (${status}, ${PROBLEM_TYPE})`} value={body} />
      </main>
    </>
  );
}

export const problemPage = publicPage({
  path: "/v1/errors/{code}",
  keeping: { group: "build" },
  load: ({ params: { code = "" } }) =>
    Object.hasOwn(problems, code) ? (code as ProblemCode) : null,
  render(code) {
    if (!code) return missingView;
    const head = {
      title: `${problems[code].title} (${code})`,
      description: problemDescriptions[code].meaning,
    };
    return { head, body: <ProblemContent code={code} />, scripts: docsScripts, shared: "build" };
  },
});

interface Props {
  /** Name of the current operation or schema. */
  current?: string;
  children: ReactNode;
}

function Page({ current = "", children }: Props) {
  return (
    <>
      <DocsHeader current="API reference" />
      <div className="mx-auto w-full max-w-7xl gap-10 px-5 py-6 sm:px-8 lg:grid lg:grid-cols-[17rem_minmax(0,1fr)] lg:py-10">
        <aside className="space-y-4 lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:self-start lg:overflow-y-auto lg:p-1">
          <Search />
          <Navigation current={current} />
        </aside>
        <main id="content" className="mt-8 min-w-0 lg:mt-0">
          {children}
        </main>
      </div>
    </>
  );
}

const keeping = { group: "build" } as const;

function viewOf(title: string, props: Props): PageView {
  return { head: { title }, body: <Page {...props} />, scripts: docsScripts, shared: "build" };
}

export const referencePage = publicPage({
  path: "/docs/reference",
  keeping,
  load: () => null,
  render: () => viewOf("API reference", { children: <Overview /> }),
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
