// The page of one schema: its fields, an example, and the operations that speak of it.
import { JsonBlock } from "#ui/code-block";
import { RichText } from "#ui/rich-text";
import { listOperations, nameOf, type Operation, resolve, type Schema } from "./contents";
import { Fields } from "./fields";

/** Whether the schema, or anything inside it, is the one of that name. */
function speaksOf(schema: Schema, name: string, depth = 0): boolean {
  if (nameOf(schema) === name) return true;
  if (depth > 6) return false;
  const { properties = {}, items, anyOf = [] } = resolve(schema);
  const inside = [...Object.values(properties), ...(items ? [items] : []), ...anyOf];
  return inside.some((part) => speaksOf(part, name, depth + 1));
}

function usersOf(name: string): Operation[] {
  return listOperations().filter(({ body, answers }) =>
    [body, ...answers.map(({ content }) => content)]
      .flatMap((content) => Object.values(content))
      .some(({ schema }) => speaksOf(schema, name)),
  );
}

/** The first example of it, or of a list of it, that an operation has. */
function exampleOf(name: string): unknown {
  const media = listOperations().flatMap(({ body, answers }) =>
    [body, ...answers.map(({ content }) => content)].flatMap((content) => Object.values(content)),
  );
  const whole = media.find(({ schema }) => nameOf(schema) === name);
  const problem = Object.values(whole?.examples ?? {})[0]?.value;
  return whole?.example ?? problem;
}

export function SchemaPage({ name, schema }: { name: string; schema: Schema }) {
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
