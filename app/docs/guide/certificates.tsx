import { CodeBlock } from "#ui/code-block";
import { GuideSample } from "./guide-sample";
import { Operation } from "./section";

const node = `import { createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";

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
  { language: "Node.js", label: "Verify with Node.js (no dependencies)", code: node },
  { language: "Python", label: "Verify with Python and the cryptography package", code: python },
] as const;

const proofCommands = `curl -s "$CERTIFICATE/json" -o certificate.json
curl -s "$TILL/.well-known/jwks.json" -o jwks.json
node check.mjs certificate.json jwks.json`;

function Signature() {
  return (
    <>
      <p>
        The document is signed once its order is fulfilled. <code>signature</code> is a compact JWS
        with EdDSA (Ed25519) and a detached payload. The payload is the document without{" "}
        <code>signature</code>, as canonical JSON (RFC 8785): sorted keys and no spaces. Any
        changed, added, or missing value invalidates the signature. With copies of both files, you
        can verify it offline:
      </p>
      <CodeBlock label="Save the certificate and the keys, then verify" code={proofCommands} />
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
        Each order has a certificate page that anyone with its link,{" "}
        <code>certificate_public_url</code>, can open. It shows for whom credits were set aside, the
        registry’s serial numbers, and whether the registry has retired them. The PDF at{" "}
        <code>certificate_download_public_url</code> and the JSON at the page’s address followed by{" "}
        <code>/json</code> contain the same data. The PDF is tagged for screen readers (PDF/UA), and
        the JSON is attached to it.
      </p>
      <h3 id="certificates-signature">Verify the signature</h3>
      <Signature />
      <p>
        The public keys are at{" "}
        <a href="/.well-known/jwks.json" className="link">
          /.well-known/jwks.json
        </a>
        . We replace keys from time to time. Replaced keys stay published so that you can still
        verify older copies. A compromised key is removed, and a certificate that you download again
        is signed with the current key. The signature proves that this service issued the document.
        To confirm the retirement itself, follow the link of each retirement to the registry.
      </p>
      <h3 id="certificates-disclosures">Credits for your disclosures</h3>
      <p>
        <Operation id="listRetirements">List retirements</Operation> to get every part of a lot that
        was set aside for your orders, with project, country, mechanism, labels, and what the
        registry has recorded. With <code>Accept: text/csv</code>, you get the whole list as CSV.
        The dashboard sums a year up for ESRS E1-7 and California AB 1305.
      </p>
    </>
  );
}

export function Verification() {
  return (
    <>
      <p>
        Anyone can verify a certificate or a serial number without a key, with a serial number, an
        order number, or a certificate link. People use <a href="/verify">/verify</a> and can share
        the address of the result. Programs <Operation id="verify">use the API</Operation> with
        exactly one of <code>serial</code>, <code>order_number</code>, and{" "}
        <code>certificate_url</code>:
      </p>
      <GuideSample request="serial" label="Verify a serial number" />
      <ul>
        <li>
          <code>data</code> has the certificate of an order, with its state, registry status,
          revision, and beneficiary. An empty list means that none matches; it is not an error.
        </li>
        <li>
          Each serial number represents one tonne, which several certificates can share.{" "}
          <code>retirements</code> has the part of each in the serial numbers of your request,
          without its holder. <code>serials</code> has the totals: <code>retired_kg</code> of{" "}
          <code>asked_kg</code> are allocated here, of which <code>registry_retired_kg</code> are
          retired at the registry. A range returns the first 50 retirements; <code>has_more</code>{" "}
          is true if there are more.
        </li>
        <li>
          <code>in_registry</code> is true if the registry’s export, as last imported, lists any of
          the serial numbers as retired. If <code>retired_kg</code> is 0, they were retired outside
          this service.
        </li>
        <li>
          Each entry has a <code>mode</code>. Entries with the mode <code>test</code> are fictional:
          no real credits were retired.
        </li>
        <li>Serial numbers in stock that no order has return an empty list, like unknown ones.</li>
      </ul>
      <p>
        Verifications are limited by IP address. See{" "}
        <a href="/docs/errors#rate-limits">rate limits</a>.
      </p>
    </>
  );
}
