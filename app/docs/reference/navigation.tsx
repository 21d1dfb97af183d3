import type { ReactNode } from "react";
import { InlineText } from "#ui/docs-page";
import { type Group, listGroups, listSchemas, type Operation, serverUrl } from "./contents";

const colors: Record<string, string> = {
  GET: "text-shade-4",
  POST: "text-accent",
  PUT: "text-warning",
  DELETE: "text-danger",
};

export function Method({ operation }: { operation: Operation }) {
  const { method, path } = operation;
  return (
    <span
      className={`font-mono text-xs font-semibold ${path === null ? "text-quiet" : colors[method]}`}
    >
      {path === null ? "EVENT" : method}
    </span>
  );
}

interface NavigationGroupProps {
  name: string;
  entries: { id: string; href: string; label: ReactNode }[];
  /** Name of the current operation or schema. */
  current: string;
}

/** Groups are open if they contain the current page. */
function NavigationGroup({ name, entries, current }: NavigationGroupProps) {
  return (
    <details open={entries.some(({ id }) => id === current)}>
      <summary className="cursor-pointer rounded-md px-2 py-1.5 text-[0.9375rem] font-medium hover:bg-ink/5">
        {name}
      </summary>
      <ul className="mt-0.5 mb-3 pl-3">
        {entries.map(({ id, href, label }) => (
          <li key={id}>
            <a
              href={href}
              aria-current={id === current ? "page" : undefined}
              className="flex gap-2.5 rounded-md px-2 py-1.5 text-sm/snug text-quiet hover:bg-ink/5 hover:text-ink aria-[current]:bg-ink/7 aria-[current]:font-medium aria-[current]:text-ink"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

function entryOf(operation: Operation) {
  const { id, summary, isDeprecated } = operation;
  const label = (
    <>
      <span className="w-12 shrink-0">
        <Method operation={operation} />
      </span>
      <span className={isDeprecated ? "line-through" : ""}>{summary}</span>
    </>
  );
  return { id, href: `/docs/reference/${id}`, label };
}

function Groups({ current }: { current: string }) {
  const schemas = listSchemas().map((name) => {
    return { id: name, href: `/docs/reference/schemas/${name}`, label: name };
  });
  return (
    <>
      <a
        href="/docs/reference"
        aria-current={current === "" ? "page" : undefined}
        className="block rounded-md px-2 py-1.5 text-[0.9375rem] font-medium hover:bg-ink/5 aria-[current]:bg-ink/7"
      >
        Overview
      </a>
      {listGroups().map(({ name, operations }) => (
        <NavigationGroup
          key={name}
          name={name}
          entries={operations.map(entryOf)}
          current={current}
        />
      ))}
      <NavigationGroup name="Schemas" entries={schemas} current={current} />
    </>
  );
}

export function Navigation({ current = "" }: { current?: string }) {
  return (
    <>
      <details className="rounded-xl border border-line bg-paper lg:hidden">
        <summary className="cursor-pointer px-4 py-3 font-medium">All operations</summary>
        <nav aria-label="Operations" className="px-2 pt-1 pb-4">
          <Groups current={current} />
        </nav>
      </details>
      <nav aria-label="Operations" className="hidden lg:block">
        <Groups current={current} />
      </nav>
    </>
  );
}

function Entry({ operation }: { operation: Operation }) {
  const { id, summary, path, isDeprecated } = operation;
  return (
    <li className="border-t border-line first:border-t-0">
      <a
        href={`/docs/reference/${id}`}
        className="grid grid-cols-[4rem_1fr] items-baseline gap-x-2 px-4 py-3 hover:bg-soft"
      >
        <Method operation={operation} />
        <span className="min-w-0">
          <span className="font-medium">{summary}</span>
          {isDeprecated && <span className="ml-2 text-sm text-warning">deprecated</span>}
          <span className="block font-mono text-xs text-quiet">
            {path === null ? id : `/v1${path}`}
          </span>
        </span>
      </a>
    </li>
  );
}

function GroupPart({ group }: { group: Group }) {
  return (
    <section className="mt-10" aria-label={group.name}>
      <h2 className="text-xl font-semibold tracking-tight">{group.name}</h2>
      <p className="mt-1.5 max-w-2xl text-pretty text-quiet">
        <InlineText text={group.description} />
      </p>
      <ul className="mt-4 overflow-hidden rounded-xl border border-line bg-paper">
        {group.operations.map((operation) => (
          <Entry key={operation.id} operation={operation} />
        ))}
      </ul>
    </section>
  );
}

export function Overview() {
  return (
    <article>
      <h1 className="text-3xl font-semibold tracking-tight">API reference</h1>
      <p className="mt-4 max-w-2xl text-pretty">
        Every operation, field, header, and error, generated from the{" "}
        <a href="/v1/openapi.json" className="link">
          OpenAPI 3.1 document
        </a>
        . All paths start with <code>{serverUrl().replace(/\/v1$/, "")}</code>.
      </p>
      {listGroups().map((group) => (
        <GroupPart key={group.name} group={group} />
      ))}
    </article>
  );
}
