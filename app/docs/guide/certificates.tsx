import { CodeBlock } from "#ui/code-block";
import { verifySample } from "./samples";
import { Operation } from "./section";

const node = `import { createPublicKey, verify } from "node:crypto";

const [file, keys] = process.argv.slice(2).map((name) => JSON.parse(readFileSync(name)));
const { signature, ...certificate } = file;
const [head, , proof] = signature.split(".");
const { kid } = JSON.parse(Buffer.from(head, "base64url"));
const key = createPublicKey({ key: keys.keys.find((it) => it.kid === kid), format: "jwk" });
const sorted = (_, it) => it?.constructor === Object ? Object.fromEntries(Object.entries(it).sort()) : it;
const payload = Buffer.from(JSON.stringify(certificate, sorted)).toString("base64url");
if (!verify(null, Buffer.from(\`\${head}.\${payload}\`), key, Buffer.from(proof, "base64url"))) throw new Error("Not genuine");
console.log(\`Genuine: \${certificate.amount_kg} kg for \${certificate.beneficiary.name}\`);`;

const python = `import base64, json, sys
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

certificate, keys = (json.load(open(name, encoding="utf-8")) for name in sys.argv[1:3])
decode = lambda text: base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
head, _, proof = certificate.pop("signature").split(".")
kid = json.loads(decode(head))["kid"]
key = Ed25519PublicKey.from_public_bytes(decode(next(it["x"] for it in keys["keys"] if it["kid"] == kid)))
text = json.dumps(certificate, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
payload = base64.urlsafe_b64encode(text.encode()).rstrip(b"=")
key.verify(decode(proof), head.encode() + b"." + payload)  # raises InvalidSignature
print(f"Genuine: {certificate['amount_kg']} kg for {certificate['beneficiary']['name']}")`;

const proofs = [
  { language: "Node.js", label: "A check in Node.js, with nothing installed", code: node },
  { language: "Python", label: "A check in Python, with the package cryptography", code: python },
] as const;

const proofCommands = `curl -s "$CERTIFICATE/json" -o certificate.json
curl -s "$TILL/.well-known/jwks.json" -o jwks.json
node check.mjs certificate.json jwks.json`;

function Signature() {
  return (
    <>
      <p>
        The document is signed once its order is fulfilled: <code>signature</code> is a JWS with
        EdDSA (Ed25519) in the compact form, with the payload left out because the document itself
        is the payload: everything but <code>signature</code>, as canonical JSON (RFC 8785). For
        these documents that means: keys sorted, no spaces. A changed, added or missing value makes
        it void. Whoever keeps both files can check them without asking anybody:
      </p>
      <CodeBlock label="Keep the certificate and the keys, then check" code={proofCommands} />
      {proofs.map(({ label, code }) => (
        <CodeBlock key={label} label={label} code={code} />
      ))}
    </>
  );
}

export function Certificates() {
  return (
    <>
      <p>
        Each order has a page that anybody can open who has its link,{" "}
        <code>certificate_public_url</code>. It names what was retired, for whom, and the registry’s
        serial numbers. The PDF under <code>certificate_download_public_url</code> and the JSON
        under the page’s address with <code>/json</code> say the same, figure by figure.
      </p>
      <h3 id="certificates-signature">Check the signature</h3>
      <Signature />
      <p>
        The public keys are at{" "}
        <a href="/.well-known/jwks.json" className="link">
          /.well-known/jwks.json
        </a>
        . Keys are replaced from time to time; those that once signed stay there, so that older
        copies can still be checked. A key that got lost is withdrawn: it is no longer there, and a
        certificate that is fetched again is signed with another. The signature says that this
        service made the document; that the credits are retired is for the registry to say, where
        each project’s link leads.
      </p>
    </>
  );
}

export function Verification() {
  return (
    <>
      <p>
        Anybody can check a retirement, without a key. People do so at <a href="/verify">/verify</a>
        , with a serial number, an order number or a certificate&apos;s link; the address of what
        they see can be shared. Programs <Operation id="verify">ask the API</Operation> by exactly
        one of <code>serial</code>, <code>order_number</code> and <code>certificate_url</code>:
      </p>
      <CodeBlock label="Who has a serial number" code={verifySample()} />
      <ul>
        <li>
          <code>data</code> has the certificates: whether, when, by which order and for whom, as the
          certificates themselves tell it. It is empty where nothing is known; that is no error.
        </li>
        <li>
          One serial number stands for a tonne, which several certificates may share.{" "}
          <code>matched_kg</code> is each one&apos;s part in the serial numbers that you asked for,
          and <code>serials</code> sums up: of <code>asked_kg</code>, <code>retired_kg</code> are
          retired here. Of a range, the first 50 retirements are told; <code>has_more</code> says
          that there are others.
        </li>
        <li>
          <code>in_registry</code> says that the registry&apos;s own list of retirements names the
          serial numbers. With a <code>retired_kg</code> of 0, they were retired outside of this
          service.
        </li>
        <li>
          Each entry has its <code>mode</code>. What is <code>test</code> is made up: nothing real
          was retired.
        </li>
        <li>
          What is in stock and not retired is told as what nobody knows: with an empty answer.
        </li>
      </ul>
      <p>
        Checks are counted by the caller&apos;s address: see <a href="#rate-limits">rate limits</a>.
      </p>
    </>
  );
}
