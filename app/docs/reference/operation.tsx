import type { ReactNode } from "react";
import { sampleOf } from "#docs/samples/tabs";
import { JsonBlock } from "#ui/code-block";
import { InlineText, RichText } from "#ui/docs-page";
import { Replacements } from "#ui/replacements";
import { SampleTabs } from "#ui/sample-tabs";
import { nameOf, type Operation, type Parameter, type Response, type Schema } from "./contents";
import { Fields, Parameters } from "./fields";
import { Method } from "./navigation";
import { TryIt } from "./try-it";

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-10">
      <h2 className="text-xl font-semibold tracking-tight">{title}</h2>
      {children}
    </section>
  );
}

interface ListProps {
  title: string;
  parameters: Parameter[];
  exactlyOneOf?: readonly string[];
}

function ListOf({ title, parameters, exactlyOneOf = [] }: ListProps) {
  if (parameters.length === 0) return null;
  return (
    <>
      <h3 className="mt-5 text-sm font-semibold text-quiet">{title}</h3>
      <Parameters parameters={parameters} exactlyOneOf={exactlyOneOf} />
    </>
  );
}

function BodyTitle({ title, schema }: { title: string; schema: Schema }) {
  const name = nameOf(schema);
  return (
    <h3 className="mt-5 text-sm font-semibold text-quiet">
      {title}
      {name && (
        <>
          :{" "}
          <a href={`/docs/reference/schemas/${name}`} className="link font-medium">
            {name}
          </a>
        </>
      )}
    </h3>
  );
}

function Access({ operation }: { operation: Operation }) {
  const { scope, path } = operation;
  if (path === null) return null;
  if (scope === null) return <p className="mt-3">Requires no key.</p>;
  return (
    <p className="mt-3">
      Requires a key with the scope <code>{scope}</code>
      {scope === "read" ? " or a wider scope." : "."}
    </p>
  );
}

/** "`a`, `b`, or `c`". */
function alternatives(names: readonly string[]): string {
  const all = names.map((name) => `\`${name}\``);
  const last = all.at(-1) ?? "";
  return all.length < 3 ? all.join(" and ") : `${all.slice(0, -1).join(", ")}, and ${last}`;
}

function ExactlyOne({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p className="mt-3 rounded-lg bg-soft px-3.5 py-2.5 text-[0.9375rem]">
      <InlineText text={`Requires exactly one of ${alternatives(names)}.`} />
    </p>
  );
}

function Request({ operation }: { operation: Operation }) {
  const { parameters, body, exactlyOneOf } = operation;
  const json = body["application/json"];
  const files = Object.keys(body).filter((type) => type !== "application/json");
  const inPlace = (place: Parameter["in"]) => parameters.filter((it) => it.in === place);
  return (
    <Part title={operation.path === null ? "Event" : "Request"}>
      <Access operation={operation} />
      <ExactlyOne names={exactlyOneOf} />
      <ListOf title="Path" parameters={inPlace("path")} />
      <ListOf title="Query" parameters={inPlace("query")} exactlyOneOf={exactlyOneOf} />
      <ListOf title="Headers" parameters={inPlace("header")} />
      {json && (
        <>
          <BodyTitle title="Body" schema={json.schema} />
          <Fields
            schema={json.schema}
            isRequest={operation.path !== null}
            exactlyOneOf={exactlyOneOf}
          />
        </>
      )}
      {files.length > 0 && (
        <>
          <h3 className="mt-5 text-sm font-semibold text-quiet">Body</h3>
          <p className="mt-2">
            The file with its <code>Content-Type</code>:{" "}
            <InlineText text={files.map((type) => `\`${type}\``).join(", ")}></InlineText>
          </p>
        </>
      )}
    </Part>
  );
}

function Headers({ response }: { response: Response }) {
  if (response.headers.length === 0) return null;
  return (
    <details className="mt-4">
      <summary className="w-fit cursor-pointer rounded text-sm font-medium text-accent">
        {response.headers.length === 1 ? "1 header" : `${response.headers.length} headers`}
      </summary>
      <div className="mt-2 border-l-2 border-line pl-4">
        <Parameters parameters={response.headers} />
      </div>
    </details>
  );
}

function Success({ response, isSent }: { response: Response; isSent: boolean }) {
  const { status, description, content } = response;
  const json = content["application/json"];
  return (
    <section className="mt-5">
      <h3 className="font-semibold">
        {status} <span className="font-normal text-quiet">{description}</span>
      </h3>
      {json && (
        <>
          <BodyTitle title="Body" schema={json.schema} />
          <Fields schema={json.schema} />
        </>
      )}
      {!isSent && <Headers response={response} />}
    </section>
  );
}

function Failures({ responses }: { responses: Response[] }) {
  return (
    <Part title="Errors">
      <ul className="mt-3">
        {responses.map(({ status, content }) => {
          const { examples = {} } = content["application/problem+json"] ?? {};
          return Object.entries(examples).map(([code, { summary, value }]) => (
            <li
              key={code}
              className="grid grid-cols-[2.5rem_1fr] gap-x-3 border-t border-line py-2.5 text-[0.9375rem] first:border-t-0"
            >
              <span className="text-quiet tabular-nums">{status}</span>
              <div className="min-w-0">
                <a href={`/v1/errors/${code}`} className="link font-mono text-sm">
                  {code}
                </a>
                <span className="block text-sm text-quiet">{summary}</span>
                <details className="mt-1.5">
                  <summary className="w-fit cursor-pointer rounded text-sm font-medium text-accent">
                    Example<span className="sr-only"> of {code}</span>
                  </summary>
                  <div className="mt-2">
                    <JsonBlock label={`Response (${status})`} value={value} />
                  </div>
                </details>
              </div>
            </li>
          ));
        })}
      </ul>
    </Part>
  );
}

function Sample({ operation }: { operation: Operation }) {
  const { tabs, replacements } = sampleOf(operation);
  return (
    <div className="space-y-2">
      <SampleTabs id="request" label="Request" tabs={tabs} />
      <Replacements replacements={replacements} />
    </div>
  );
}

function Examples({ operation }: { operation: Operation }) {
  const { path, body, responses } = operation;
  const sent = body["application/json"]?.example;
  const success = responses.find(({ status }) => status.startsWith("2"));
  const responseExample = success?.content["application/json"]?.example;
  return (
    <section aria-label="Examples" className="min-w-0 space-y-5 xl:sticky xl:top-6 xl:self-start">
      {path === null ? (
        <JsonBlock label="Body" value={sent} />
      ) : (
        <>
          <Sample operation={operation} />
          <TryIt operation={operation} />
        </>
      )}
      {responseExample !== undefined && (
        <JsonBlock label={`Response (${success?.status})`} value={responseExample} />
      )}
    </section>
  );
}

export function OperationPage({ operation }: { operation: Operation }) {
  const { path, summary, description, isDeprecated, group, responses } = operation;
  const successes = responses.filter(({ status }) => !/^[45]\d\d$/.test(status) || path === null);
  const failures = responses.filter((response) => !successes.includes(response));
  return (
    <article>
      <p className="text-sm text-quiet">{group}</p>
      <h1 className="mt-1 text-3xl font-semibold tracking-tight text-balance">{summary}</h1>
      <p className="mt-4 flex items-baseline gap-2.5 rounded-lg border border-line bg-paper px-3.5 py-2.5">
        <Method operation={operation} />
        <span className="min-w-0 font-mono text-sm">
          {path === null ? operation.id : `/v1${path}`}
        </span>
      </p>
      {isDeprecated && (
        <p className="mt-4 rounded-lg bg-warning-soft px-3.5 py-2.5 text-[0.9375rem] text-warning">
          Deprecated. This operation keeps working, but use its successor in new code. See{" "}
          <a href="/docs/go-live#deprecations" className="underline">
            deprecations
          </a>
          .
        </p>
      )}
      <div className="prose mt-4 max-w-2xl">
        <RichText text={description} />
      </div>
      <div className="mt-6 grid gap-x-10 xl:mt-0 xl:grid-cols-[minmax(0,1fr)_minmax(0,28rem)]">
        {/* First on phones, where it would be below all fields. */}
        <div className="min-w-0 xl:col-start-2 xl:mt-10">
          <Examples operation={operation} />
        </div>
        <div className="min-w-0 xl:col-start-1 xl:row-start-1">
          <Request operation={operation} />
          <Part title={path === null ? "Your response" : "Response"}>
            {successes.map((response) => (
              <Success key={response.status} response={response} isSent={path === null} />
            ))}
          </Part>
          {failures.length > 0 && <Failures responses={failures} />}
        </div>
      </div>
    </article>
  );
}
