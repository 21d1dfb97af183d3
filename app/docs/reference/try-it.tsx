import { TestKey } from "#ui/test-key";
import type { Operation, Parameter } from "./contents";

const field =
  "mt-1 w-full min-w-0 rounded-lg border border-edge bg-paper px-3 py-2 font-mono text-sm placeholder:text-quiet";

const prefixes = { path: "path:", query: "query:", header: "header:" };

function ParameterInput({ parameter }: { parameter: Parameter }) {
  const { name, required = false, schema } = parameter;
  const example = parameter.in === "path" ? schema.examples?.[0] : undefined;
  const isKey = name === "Idempotency-Key";
  return (
    <label className="mt-3 block text-sm">
      <code>{name}</code>
      <input
        name={prefixes[parameter.in] + name}
        required={required}
        defaultValue={example === undefined ? undefined : String(example)}
        placeholder={isKey ? "a new one for each request" : undefined}
        autoComplete="off"
        spellCheck={false}
        className={field}
      />
    </label>
  );
}

function BodyInput({ body }: { body: Operation["body"] }) {
  const types = Object.keys(body);
  if (types.length === 0) return null;
  const json = body["application/json"];
  if (!json) {
    return (
      <label className="mt-3 block text-sm">
        File
        <input type="file" name="file" required accept={types.join(",")} className={field} />
      </label>
    );
  }
  const text = JSON.stringify(json.example, null, 2);
  return (
    <label className="mt-3 block text-sm">
      Body
      <textarea
        name="body"
        rows={Math.min(text.split("\n").length + 1, 14)}
        defaultValue={text}
        spellCheck={false}
        className={field}
      />
    </label>
  );
}

/** Sends the operation from the page, with the reader's test key. public/docs.js does the work. */
export function TryIt({ operation }: { operation: Operation }) {
  const { method, path, scope, parameters, body } = operation;
  return (
    <details className="rounded-xl border border-line bg-paper noscript:hidden">
      <summary className="cursor-pointer px-4 py-3 font-medium">Try it in the sandbox</summary>
      <div className="px-4 pb-4">
        {scope !== null && <TestKey />}
        <form data-try="" data-method={method} data-path={`/v1${path}`} data-scope={scope ?? ""}>
          {parameters.map((parameter) => (
            <ParameterInput key={`${parameter.in} ${parameter.name}`} parameter={parameter} />
          ))}
          <BodyInput body={body} />
          <button
            type="submit"
            className="mt-4 min-h-11 rounded-lg bg-accent px-4 font-medium text-paper hover:bg-accent-strong"
          >
            Send request
          </button>
          <div role="status" data-result="" className="mt-4 empty:hidden" />
        </form>
      </div>
    </details>
  );
}
