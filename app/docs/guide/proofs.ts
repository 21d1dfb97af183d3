// The guide's checks of a certificate's signature, each a whole program.
// (e2e/signature.spec.ts runs them as they stand.)

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

export const proofs = [
  { language: "Node.js", label: "A check in Node.js, with nothing installed", code: node },
  { language: "Python", label: "A check in Python, with the package cryptography", code: python },
] as const;

export const proofCommands = `curl -s "$CERTIFICATE/json" -o certificate.json
curl -s "$TILL/.well-known/jwks.json" -o jwks.json
node check.mjs certificate.json jwks.json`;
