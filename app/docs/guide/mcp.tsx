import { appUrl } from "#core/env";
import { CodeBlock } from "#ui/code-block";
import { Operation } from "./section";

const address = () => `${appUrl()}/mcp`;

/** Client → its configuration. */
const clients = () => [
  {
    client: "Claude Code",
    code: `claude mcp add --transport http carbon-till ${address()} \\
  --header "Authorization: Bearer $CARBON_TILL_KEY"`,
  },
  {
    client: "Cursor, in .cursor/mcp.json",
    code: `{
  "mcpServers": {
    "carbon-till": {
      "url": "${address()}",
      "headers": { "Authorization": "Bearer \${env:CARBON_TILL_KEY}" }
    }
  }
}`,
  },
  {
    client: "Visual Studio Code, in .vscode/mcp.json",
    code: `{
  "inputs": [
    { "type": "promptString", "id": "key", "description": "API key", "password": true }
  ],
  "servers": {
    "carbon-till": {
      "type": "http",
      "url": "${address()}",
      "headers": { "Authorization": "Bearer \${input:key}" }
    }
  }
}`,
  },
];

function SpendingLimits() {
  return (
    <>
      <h3 id="spending-limits">Limit what a key can spend</h3>
      <p>
        Give an agent a key of its own with a spending limit: set it when you create the key, in the
        dashboard under API keys, or with <code>--spending-limit</code>:
      </p>
      <CodeBlock
        label="Create a limited key on the server"
        code="npm run till -- key create --account demo --mode test --spending-limit 50"
      />
      <ul>
        <li>
          The limit is what the key’s orders may cost in a calendar month (UTC), in the account’s
          currency and before tax, wherever it places them: here or with{" "}
          <Operation id="placeOrder">POST /v1/orders</Operation>.
        </li>
        <li>
          An order beyond it is refused with 402{" "}
          <a href="/v1/errors/spending-limit-exceeded">spending-limit-exceeded</a>, which says how
          much is left. Concurrent orders never exceed it.
        </li>
        <li>
          Cancelled orders count too, so that a loop of orders and cancellations ends. A key that
          replaces another when you rotate it shares its limit.
        </li>
        <li>Checkout sessions don’t count, because customers pay for them.</li>
        <li>
          Such a key cannot <Operation id="createRefund">refund</Operation> payments.
        </li>
      </ul>
    </>
  );
}

export function Mcp() {
  return (
    <>
      <p>
        AI agents can quote, order and verify through the{" "}
        <a href="https://modelcontextprotocol.io" className="link">
          Model Context Protocol
        </a>
        : the server is <code>{address()}</code> (Streamable HTTP, without sessions), with an API
        key as its bearer token. Its tools are operations of this API, with the same permissions,
        limits and errors:
      </p>
      <ul>
        <li>
          <code>list_portfolios</code>, <code>get_portfolio</code>, <code>list_projects</code> and{" "}
          <code>get_project</code>: what can be ordered.
        </li>
        <li>
          <code>get_quote</code>: the price of an amount. <code>place_order</code>: orders it.
        </li>
        <li>
          <code>get_order</code> and <code>get_certificate</code>: the state of an order, and the
          links of its certificate.
        </li>
        <li>
          <code>verify</code>: what a serial number or certificate stands for.
        </li>
      </ul>
      <p>
        <code>place_order</code> requires an <code>idempotency_key</code>, so a repeated call never
        orders twice. A key with the scope <code>read</code> can do all but order.
      </p>
      <h3 id="mcp-clients">Set up a client</h3>
      {clients().map(({ client, code }) => (
        <CodeBlock key={client} label={client} code={code} />
      ))}
      <SpendingLimits />
    </>
  );
}
