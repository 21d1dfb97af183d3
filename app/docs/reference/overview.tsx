// The first page of the reference: all operations by group, or those that a search found.
import { InlineText } from "#ui/rich-text";
import { type Group, listGroups, type Operation, serverUrl } from "./contents";
import { Method } from "./navigation";
import { findOperations } from "./search";

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

function Found({ query, groups }: { query: string; groups: Group[] }) {
  const count = groups.reduce((sum, { operations }) => sum + operations.length, 0);
  return (
    <p className="mt-4">
      {count === 0
        ? "Nothing has"
        : `${count} ${count === 1 ? "operation has" : "operations have"}`}{" "}
      <strong>{query}</strong> in a name, a path or a field.{" "}
      <a href="/docs/reference" className="link">
        Show all
      </a>
    </p>
  );
}

export function Overview({ query }: { query: string }) {
  const groups = listGroups(findOperations(query));
  return (
    <article>
      <h1 className="text-3xl font-semibold tracking-tight">
        {query ? "Found in the API reference" : "API reference"}
      </h1>
      {query ? (
        <Found query={query} groups={groups} />
      ) : (
        <p className="mt-4 max-w-2xl text-pretty">
          Every operation, field, header and problem, from the same document that programs read:{" "}
          <a href="/v1/openapi.json" className="link">
            OpenAPI 3.1
          </a>
          . All paths are below <code>{serverUrl().replace(/\/v1$/, "")}</code>.
        </p>
      )}
      {groups.map((group) => (
        <GroupPart key={group.name} group={group} />
      ))}
    </article>
  );
}
