import { appUrl } from "#core/env";
import { CodeBlock } from "#ui/code-block";

const fieldClient = () => `import { CNaughtApiClient } from "@cnaught/cnaught-node-sdk";

const client = new CNaughtApiClient(process.env.CARBON_TILL_KEY, {
  hostname: "${new URL(appUrl()).host}",
});
console.log(await client.placeGenericOrder({ amount_kg: 25 }, { idempotencyKey: "order-1003" }));`;

const types = () => `npx openapi-typescript ${appUrl()}/v1/openapi.json -o carbon-till.ts`;

/** Clients that are known to work: server/rest/sdk.test.ts runs the first. */
export function Clients() {
  return (
    <>
      <p>
        If you already use CNaught&apos;s client for Node.js, keep it: every method of version 2.8
        works here unmodified. Set its <code>hostname</code> and your key. It connects by https.
      </p>
      <CodeBlock label="CNaught's client with this installation" code={fieldClient()} />
      <p>
        For other languages, generate a client from the{" "}
        <a href="/v1/openapi.json">OpenAPI 3.1 document</a>. Types and clients of openapi-typescript
        with openapi-fetch, @hey-api/openapi-ts, orval, and swagger-typescript-api compile in
        TypeScript&apos;s strict mode. New fields can appear in responses at any time: choose
        options that ignore unknown fields.
      </p>
      <CodeBlock label="Generate types" code={types()} />
      <p>
        Programs that read documentation can use <a href="/llms.txt">/llms.txt</a>. Each page of the
        documentation is also a Markdown file: add <code>.md</code> to its address.
      </p>
    </>
  );
}
