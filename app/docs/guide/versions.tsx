// How the API changes: what is deprecated, and what a version promises.
import { listDeprecations, openapiDocument } from "#rest/openapi";
import { Operation } from "./section";

/** The operation's page that a path below /v1 leads to, by its first method. */
function operationAt(path: string): string | undefined {
  const item = openapiDocument().paths?.[path];
  return (item?.post ?? item?.get)?.operationId;
}

function Successor({ path }: { path: string }) {
  const id = operationAt(path);
  const text = <code>{`/v1${path}`}</code>;
  return id ? <Operation id={id}>{text}</Operation> : text;
}

export function Deprecations() {
  return (
    <>
      <p>
        A deprecated operation keeps working as it always did. Its answers say so by two headers:
      </p>
      <ul>
        <li>
          <code>Deprecation: @1795219200</code> (RFC 9745): since when, in seconds since 1970.
        </li>
        <li>
          <code>Link</code>: the operation to use instead (
          <code>rel=&quot;successor-version&quot;</code>
          ), and this section (<code>rel=&quot;deprecation&quot;</code>).
        </li>
      </ul>
      <p>
        Log the first header where you see it, and you learn of a deprecation from your own logs.
      </p>
      <table className="w-full text-left text-[0.9375rem]">
        <thead className="text-sm text-quiet">
          <tr>
            <th className="py-2 pr-4 font-medium">Deprecated</th>
            <th className="py-2 pr-4 font-medium">Since</th>
            <th className="py-2 font-medium">Instead</th>
          </tr>
        </thead>
        <tbody>
          {listDeprecations().map(({ operationId, summary, since, successor }) => (
            <tr key={operationId} className="border-t border-line align-top">
              <td className="py-2.5 pr-4">
                <Operation id={operationId}>{summary}</Operation>
              </td>
              <td className="py-2.5 pr-4 whitespace-nowrap tabular-nums">{since}</td>
              <td className="py-2.5">
                <Successor path={successor} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

export function Versioning() {
  return (
    <>
      <p>
        The version is part of the address: <code>/v1</code>. Within it, operations and fields are
        added, never removed or given another meaning. So accept fields, events and problems that
        you do not know, and go by the <code>code</code> of a problem, not by its text.
      </p>
      <p>
        Ids are opaque: don&apos;t take them apart. They are text of at most 255 characters. Times
        are UTC in ISO 8601. Programs read the whole API from{" "}
        <a href="/v1/openapi.json" className="link">
          the OpenAPI document
        </a>
        , which is made from the same code that answers.
      </p>
    </>
  );
}
