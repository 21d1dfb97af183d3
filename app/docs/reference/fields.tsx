import { InlineText } from "#ui/docs-page";
import { nameOf, type Parameter, resolve, type Schema } from "./contents";

const formats: Record<string, string> = {
  "date-time": "timestamp",
  date: "date",
  email: "email address",
  uri: "URL",
  binary: "bytes",
};

/** Values that are accepted in addition to a format, such as "" for a date. */
function isAlias(option: Schema, all: Schema[]): boolean {
  return option.enum !== undefined && all.some((other) => other.format !== undefined);
}

/** Returns the alternatives of a schema, without null and aliases. */
function optionsOf(schema: Schema): { options: Schema[]; isNullable: boolean } {
  const { anyOf, type } = schema;
  const all =
    anyOf ?? (Array.isArray(type) ? type.map((one) => ({ ...schema, type: one })) : [schema]);
  const options = all.filter((option) => option.type !== "null" && !isAlias(option, all));
  return { options, isNullable: all.some(({ type: one }) => one === "null") };
}

function SchemaLink({ name }: { name: string }) {
  return (
    <a href={`/docs/reference/schemas/${name}`} className="link">
      {name}
    </a>
  );
}

function plainType(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const format = schema.format && formats[schema.format];
  return format ?? String(schema.type ?? "any value");
}

function OptionName({ option }: { option: Schema }) {
  const name = nameOf(option);
  if (name) return <SchemaLink name={name} />;
  if (option.type !== "array" || !option.items) return plainType(option);
  return (
    <>
      list of <TypeName schema={option.items} />
    </>
  );
}

function TypeName({ schema }: { schema: Schema }) {
  const { options, isNullable } = optionsOf(schema);
  const kinds = [
    ...new Map(options.map((option) => [nameOf(option) ?? plainType(option), option])),
  ];
  return (
    <>
      {kinds.map(([kind, option], index) => (
        <span key={kind}>
          {index > 0 && " or "}
          <OptionName option={option} />
        </span>
      ))}
      {isNullable && " or null"}
    </>
  );
}

function limitsOf(schema: Schema): string[] {
  const { minimum, maximum, exclusiveMinimum, minLength, maxLength } = schema;
  const number = (value: number) => value.toLocaleString("en-US");
  const isLimit = (value: number | undefined): value is number =>
    value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  return [
    ...(isLimit(minimum) ? [`at least ${number(minimum)}`] : []),
    ...(isLimit(exclusiveMinimum) ? [`more than ${number(exclusiveMinimum)}`] : []),
    ...(isLimit(maximum) ? [`at most ${number(maximum)}`] : []),
    ...(minLength ? [`at least ${number(minLength)} character${minLength > 1 ? "s" : ""}`] : []),
    ...(maxLength ? [`at most ${number(maxLength)} characters`] : []),
    ...("default" in schema ? [`default ${JSON.stringify(schema.default)}`] : []),
  ];
}

function valuesOf(schema: Schema): unknown[] {
  const { enum: values, items } = schema;
  return values ?? (items && resolve(items).enum) ?? [];
}

function Details({ schema }: { schema: Schema }) {
  const { options } = optionsOf(schema);
  const limits = [...new Set([schema, ...options].flatMap(limitsOf))];
  const values = [...new Set(options.flatMap(valuesOf))].filter((value) => value !== null);
  if (limits.length + values.length === 0) return null;
  return (
    <p className="mt-1 text-sm text-quiet">
      {limits.join(", ")}
      {limits.length > 0 && values.length > 0 && "; "}
      {values.length > 0 && "one of "}
      {values.map((value, index) => (
        <span key={String(value)}>
          {index > 0 && ", "}
          <code>{String(value)}</code>
        </span>
      ))}
    </p>
  );
}

/** Returns the nested schema that has fields. */
function innerOf(schema: Schema): Schema | undefined {
  return optionsOf(schema)
    .options.map((option) => resolve(option.items ?? option))
    .find((option) => option.properties);
}

interface FieldProps {
  name: string;
  schema: Schema;
  mark?: Mark | undefined;
  description: string | undefined;
  isRequest: boolean;
  depth: number;
}

type Mark = "required" | "optional" | "exactly one";

function Field({ name, schema, mark, description, isRequest, depth }: FieldProps) {
  const inner = innerOf(schema);
  return (
    <li className="border-t border-line py-3 first:border-t-0">
      <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
        <code className="bg-transparent p-0 text-sm font-semibold">{name}</code>
        <span className="text-sm text-quiet">
          <TypeName schema={schema} />
        </span>
        {mark && (
          <span
            className={`text-xs ${mark === "optional" ? "text-quiet" : "font-medium text-warning"}`}
          >
            {mark === "exactly one" ? "exactly one required" : mark}
          </span>
        )}
      </p>
      {description && (
        <p className="mt-1 text-[0.9375rem]">
          <InlineText text={description} />
        </p>
      )}
      <Details schema={schema} />
      {inner && depth < 4 && (
        <details className="mt-2">
          <summary className="w-fit cursor-pointer rounded text-sm font-medium text-accent">
            Fields of <code>{name}</code>
          </summary>
          <div className="mt-2 border-l-2 border-line pl-4">
            <Fields schema={inner} isRequest={isRequest} depth={depth + 1} />
          </div>
        </details>
      )}
    </li>
  );
}

interface FieldsProps {
  schema: Schema;
  /** Requests mark required fields; responses mark optional ones. */
  isRequest?: boolean;
  /** Of which a request must have exactly one. */
  exactlyOneOf?: readonly string[];
  depth?: number;
}

export function Fields(props: FieldsProps) {
  const { schema, isRequest = false, exactlyOneOf = [], depth = 0 } = props;
  const { properties = {}, required = [] } = resolve(schema);
  const markOf = (name: string): Mark | undefined => {
    if (exactlyOneOf.includes(name)) return "exactly one";
    if (required.includes(name)) return isRequest ? "required" : undefined;
    return isRequest ? undefined : "optional";
  };
  return (
    <ul>
      {Object.entries(properties).map(([name, field]) => (
        <Field
          key={name}
          name={name}
          schema={field}
          mark={markOf(name)}
          description={field.description ?? resolve(field).description}
          isRequest={isRequest}
          depth={depth}
        />
      ))}
    </ul>
  );
}

interface ParametersProps {
  parameters: Parameter[];
  /** Of which a request must have exactly one. */
  exactlyOneOf?: readonly string[];
}

export function Parameters({ parameters, exactlyOneOf = [] }: ParametersProps) {
  const markOf = ({ name, required = false }: Parameter): Mark | undefined => {
    if (exactlyOneOf.includes(name)) return "exactly one";
    return required ? "required" : undefined;
  };
  return (
    <ul>
      {parameters.map((parameter) => (
        <Field
          key={parameter.name}
          name={parameter.name}
          schema={parameter.schema}
          mark={markOf(parameter)}
          description={parameter.description ?? parameter.schema.description}
          isRequest
          depth={0}
        />
      ))}
    </ul>
  );
}
