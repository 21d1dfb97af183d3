// How to begin: the first order, keys, and the sandbox.
import { appUrl, env } from "#core/env";
import { CodeBlock } from "#ui/code-block";
import { curlSample, nodeSample, pythonSample } from "./samples";
import { Operation } from "./section";

export function QuickStart() {
  const samples = [
    { language: "curl", code: curlSample() },
    { language: "Node.js", code: nodeSample() },
    { language: "Python", code: pythonSample() },
  ];
  return (
    <>
      <p>
        Take a <a href="#authentication">test key</a>, put it into the environment as{" "}
        <code>CARBON_TILL_KEY</code>, and order 25 kg. In the sandbox nothing is charged and nothing
        real is retired.
      </p>
      {samples.map(({ language, code }, index) => (
        <details key={language} name="language" open={index === 0}>
          <summary className="cursor-pointer rounded py-1 font-medium">{language}</summary>
          <div className="mt-2">
            <CodeBlock label={`A first order with ${language}`} code={code} />
          </div>
        </details>
      ))}
      <p>
        The answer is an order in the state <code>placed</code>. A worker matches it with credits in
        stock, retires them, and makes it <code>fulfilled</code>, usually within a second:{" "}
        <Operation id="getOrder">read it again</Operation>, or let yourself be{" "}
        <a href="#webhooks">called back</a>. Then open its <code>certificate_public_url</code>: the
        page names every project and serial number.
      </p>
      <p>
        A certificate names the account, or the subaccount that the order was placed for. To have it
        name somebody else, say so in the order&apos;s <code>beneficiary</code>: a <code>name</code>
        , and if you like a <code>message</code> that is quoted below it and a <code>url</code> that
        is linked. Everybody who has the certificate&apos;s address can read them.
      </p>
      <p>
        To know the price first, ask for a <Operation id="quoteMass">quote</Operation> with the same
        amount, portfolio and subaccount: the quoted price is the charged price.
      </p>
    </>
  );
}

export function Authentication() {
  return (
    <>
      <p>
        Every request carries a key: <code>Authorization: Bearer ct_test_…</code>. Keys are made by
        whoever runs this installation
        {env.CT_DEMO && ", which printed a test key when it was started"}:
      </p>
      <CodeBlock
        label="The operator's command"
        code="npm run till -- key create --account aero-climate --mode test --scope write"
      />
      <ul>
        <li>
          A key is shown once. Only a hash of it is kept, so that a lost key is replaced, not found.
        </li>
        <li>
          The scope <code>read</code> may read and quote; <code>write</code> may do everything. What
          a key may not do is a 403 <a href="/v1/errors/forbidden">forbidden</a>.
        </li>
        <li>
          A missing, mistyped, expired or revoked key is a 401 with <code>title</code> and{" "}
          <code>status</code> alone. A key tells its own typing errors by a checksum.
        </li>
        <li>Keep keys on servers. Whoever has a write key can order in your name.</li>
      </ul>
    </>
  );
}

export function TestMode() {
  return (
    <>
      <p>
        Every account has a twin for tests. A <code>ct_test_…</code> key reaches the twin: the same
        API at the same address ({appUrl()}/v1), with a sandbox catalogue of fictional projects,
        credits that are not real, and no money. A <code>ct_live_…</code> key reaches the account
        itself. Nothing made with the one is found with the other: it is a 404.
      </p>
      <p>
        Orders, idempotency, certificates and callbacks work in the sandbox exactly as they do live;
        its certificates say that they are tests. To go live, change the key, and the ids of
        portfolios and subaccounts if you send any.
      </p>
      <p>
        To see an order wait, order more than the sandbox has: <code>1000000000</code> kg stay{" "}
        <code>placed</code> until you <Operation id="cancelOrder">cancel</Operation> the order.
      </p>
    </>
  );
}
