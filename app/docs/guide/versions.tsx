import { listDeprecations, openapiDocument } from "#rest/openapi";
import { Operation } from "./section";

/** Returns the ID of the first operation of a path. */
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
        A deprecated operation keeps working for at least two years. Its responses include three
        headers:
      </p>
      <ul>
        <li>
          <code>Deprecation: @1795219200</code> (RFC 9745): the time of deprecation, in seconds
          since 1970.
        </li>
        <li>
          <code>Sunset</code> (RFC 8594): the first day on which it may be gone.
        </li>
        <li>
          <code>Link</code>: the operation to use instead (
          <code>rel=&quot;successor-version&quot;</code>) and this section (
          <code>rel=&quot;deprecation&quot;</code>).
        </li>
      </ul>
      <p>
        Log the <code>Deprecation</code> header to notice deprecations in your own logs.
      </p>
      <table className="w-full text-left text-[0.9375rem]">
        <thead className="text-sm text-quiet">
          <tr>
            <th className="py-2 pr-4 font-medium">Deprecated</th>
            <th className="py-2 pr-4 font-medium">Since</th>
            <th className="py-2 font-medium">Use instead</th>
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
        The version is part of the address: <code>/v1</code>. Within a version, we add operations
        and fields but never change their meaning, and remove only what was deprecated two years
        before. Ignore unknown fields, events, and problems, and rely on the <code>code</code> of a
        problem, not on its text.
      </p>
      <p>
        IDs are opaque strings of up to 255 characters. Do not parse them. Times are in UTC, in ISO
        8601 format. The{" "}
        <a href="/v1/openapi.json" className="link">
          OpenAPI document
        </a>{" "}
        describes the whole API and is generated from the code that serves it.
      </p>
    </>
  );
}
