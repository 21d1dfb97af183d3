import { appUrl } from "#core/env";
import { CodeBlock } from "#ui/code-block";

/** The client takes what is no plain hostname for a missing one, and then calls its maker's host. */
function addressOptions(): string {
  const { protocol, hostname, port } = new URL(appUrl());
  const options = [`hostname: "${hostname}",`, ...(port ? [`port: ${port},`] : [])];
  const overHttp = `fetch: (url, init) => fetch(String(url).replace("https:", "http:"), init),`;
  return [...options, ...(protocol === "http:" ? [overHttp] : [])].join("\n  ");
}

const peerClient = () => `import { CNaughtApiClient } from "@cnaught/cnaught-node-sdk";

const client = new CNaughtApiClient(process.env.CARBON_TILL_KEY, {
  ${addressOptions()}
});
console.log(await client.placeGenericOrder({ amount_kg: 25 }, { idempotencyKey: "order-1003" }));`;

const types = () => `npx openapi-typescript ${appUrl()}/v1/openapi.json -o carbon-till.ts`;

/** Clients that are known to work: server/rest/sdk.test.ts runs the first. */
export function Clients() {
  return (
    <>
      <p>
        If you already use CNaught&apos;s client for Node.js, and your account is in{" "}
        <a href="/docs/orders#currencies">US dollars</a>, keep it: every method of version 2.8
        works. Copy its options from here, and use your key: <code>hostname</code> takes no port and
        no <code>https://</code>, and with either, the client sends your key to CNaught. It connects
        by https; where the installation has only http, its option <code>fetch</code> changes that.
        Fields of a refused request are in <code>problemDetails.errors</code> if the operator sets{" "}
        <code>CT_PROBLEM_TYPE_BASE</code> to CNaught&apos;s{" "}
        <code>https://api.cnaught.com/v1/errors</code>.
      </p>
      <CodeBlock label="CNaught's client with this installation" code={peerClient()} />
      <p>
        Postman, Insomnia, and Bruno import this <a href="/docs/postman.json">collection</a> of all
        requests. For other languages, generate a client from the{" "}
        <a href="/v1/openapi.json">OpenAPI 3.1 document</a>. Types and clients of openapi-typescript
        with openapi-fetch, @hey-api/openapi-ts, orval, and swagger-typescript-api compile in
        TypeScript&apos;s strict mode. Choose options that ignore fields they do not know: new ones
        can appear.
      </p>
      <CodeBlock label="Generate types" code={types()} />
      <p>
        Programs that read documentation can use <a href="/llms.txt">/llms.txt</a>. Each page of the
        documentation is also a Markdown file: add <code>.md</code> to its address.
      </p>
    </>
  );
}
