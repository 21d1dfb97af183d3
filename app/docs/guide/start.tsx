import { appUrl, env } from "#core/env";
import { CodeBlock } from "#ui/code-block";
import { InlineText } from "#ui/docs-page";
import { TestKey } from "#ui/test-key";
import { GuideSample } from "./guide-sample";
import { installSamples, keySample, pythonSdkSample, sdkSample } from "./samples";
import { Operation } from "./section";

export function QuickStart() {
  return (
    <>
      <p>
        Set your <a href="#authentication">test key</a>, then order 25 kg. The sandbox charges
        nothing and retires no real credits.
      </p>
      <div data-key-sample="">
        <CodeBlock label="Set your test key" code={keySample()} />
      </div>
      <GuideSample request="firstOrder" label="First order" />
      <p>
        The response is an order with the state <code>placed</code>. A worker matches it with
        credits in stock, allocates them to this order only, and marks it as <code>fulfilled</code>,
        usually within a second. To see the change,{" "}
        <Operation id="getOrder">retrieve the order</Operation> or receive a{" "}
        <a href="/docs/webhooks">webhook</a>. Then open its <code>certificate_public_url</code>. The
        page lists every project and serial number and says whether the registry has retired them.
      </p>
      <p>
        The <code>Idempotency-Key</code> is your own name for the order. If you send the request
        again, it returns the same order and places no second one. See{" "}
        <a href="/docs/orders#idempotency">idempotency</a>.
      </p>
      <p>
        A certificate names the account, or the subaccount that the order belongs to. To name
        someone else, set the order&apos;s <code>beneficiary</code>: a <code>name</code> and,
        optionally, a <code>message</code> and a <code>url</code>. Anyone with the link to the
        certificate can read them.
      </p>
      <p>
        To know the price in advance, request a <Operation id="quoteMass">quote</Operation> with the
        same amount, portfolio, and subaccount. The order costs the quoted price.
      </p>
    </>
  );
}

export function Sdks() {
  const install = installSamples();
  return (
    <>
      <p>
        There are clients for Node.js (also Bun, Deno, and edge runtimes; ES modules, CommonJS, and
        types) and for Python 3.9 and later, without dependencies. Each operation of the{" "}
        <a href="/docs/reference">API reference</a> is a method. They go through the pages of lists,
        repeat failed requests with the same idempotency key, and verify webhooks. Install them from
        this installation:
      </p>
      <CodeBlock label="Install the SDK for Node.js" code={install.node} />
      <CodeBlock label="Install the SDK for Python" code={install.python} />
      <p>
        They are not published: do not install their names from a registry. To be independent of
        this address, download the file, commit it, and install it from there.
      </p>
      <CodeBlock label="First order with the SDK for Node.js" code={sdkSample()} />
      <CodeBlock label="First order with the SDK for Python" code={pythonSdkSample()} />
    </>
  );
}

export function Authentication() {
  return (
    <>
      <p>
        Authenticate every request with an API key: <code>Authorization: Bearer ct_test_…</code>.{" "}
        <a href="/admin?to=keys">Create a key</a> in the dashboard, under API keys.{" "}
        {env.CT_DEMO && "The demo printed a test key when it started. "}
        All samples read it from the environment variable <code>CARBON_TILL_KEY</code>.
      </p>
      <TestKey />
      <p>
        The operator of this installation can also create a key on the server, here for the account
        of the demo:
      </p>
      <CodeBlock
        label="Create a key on the server"
        code="npm run till -- key create --account demo --mode test --scope write"
      />
      <ul>
        <li>
          A key is displayed once. Only its hash is stored, so a lost key can be replaced but not
          recovered.
        </li>
        <li>
          The scope <code>read</code> allows reading and quoting; <code>write</code> allows
          everything. A request outside the scope of its key fails with 403{" "}
          <a href="/v1/errors/forbidden">forbidden</a>.
        </li>
        <li>
          A missing, mistyped, expired, or revoked key returns 401 with only <code>title</code> and{" "}
          <code>status</code>. Each key contains a checksum that reveals typing errors.
        </li>
        <li>Keep keys on your servers. Anyone with a write key can place orders for you.</li>
      </ul>
    </>
  );
}

const outcomes = [
  {
    outcome: "An order waits for credits",
    how: "Order more than the sandbox has, such as `1000000000` kg. It stays `placed` until you cancel it.",
  },
  {
    outcome: "The registry retires the credits",
    how: "By default, a few seconds after an order is `fulfilled`: its `registry_status` is `retired`.",
  },
  {
    outcome: "The registry refuses",
    how:
      "Order at least 1000 kg for the beneficiary `Refused by the registry`. Whole tonnes that name " +
      "it are refused, and their `registry_status` stays `pending`.",
  },
  { outcome: "A payment is declined", how: "Pay with the card `4000 0000 0000 0002`." },
  {
    outcome: "A payment takes time",
    how: "`4000 0000 0000 0077` succeeds after three seconds, `4000 0000 0000 0341` fails.",
  },
  {
    outcome: "A payment is disputed",
    how:
      "`4000 0000 0000 0259`: the dispute is lost after a minute. `4000 0000 0000 2685`: it is won. " +
      "`4000 0000 0000 5423` causes a fraud warning.",
  },
  {
    outcome: "A refund fails",
    how: "Refund a payment of `4000 0000 0000 5126`. The second refund succeeds.",
  },
  {
    outcome: "A receiver of webhooks fails",
    how:
      "Create a webhook endpoint with the URL `http://localhost:1024/`. Nothing listens there, so each " +
      "attempt fails and is retried. Send the event again when your own receiver is ready.",
  },
];

export function TestMode() {
  return (
    <>
      <p>
        Every account has a test account. A <code>ct_test_…</code> key uses the test account: the
        same API at the same address ({appUrl()}/v1), with a sandbox catalogue of fictional
        projects, sandbox credits, and no charges. A <code>ct_live_…</code> key uses the live
        account. The two share no data: an object of one returns 404 in the other.
      </p>
      <p>
        Orders, idempotency, certificates, and webhooks work in the sandbox exactly as they do live.
        Test certificates are marked as tests. To go live, replace the key and any portfolio or
        subaccount IDs that you send.
      </p>
      <h3 id="test-outcomes">Force an outcome</h3>
      <table className="w-full text-left text-[0.9375rem]">
        <thead className="text-sm text-quiet">
          <tr>
            <th className="py-2 pr-4 font-medium">Outcome</th>
            <th className="py-2 font-medium">How</th>
          </tr>
        </thead>
        <tbody>
          {outcomes.map(({ outcome, how }) => (
            <tr key={outcome} className="border-t border-line align-top">
              <td className="py-2.5 pr-4">{outcome}</td>
              <td className="py-2.5">
                <InlineText text={how} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3 id="test-reset">Delete all test data</h3>
      <p>
        <code>POST /v1/test/reset</code> with a test key, or <b>Delete test data</b> in the test
        mode’s settings, deletes orders with their certificates, checkout sessions, subaccounts, and
        events. Keys, webhook endpoints, payment links, portfolios, and settings stay. The credits
        return to the sandbox, in whole tonnes.
      </p>
    </>
  );
}
