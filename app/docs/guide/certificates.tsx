// How anybody checks a certificate: by its page, by its signature, and years later.
import { CodeBlock } from "#ui/code-block";
import { proofCommands, proofs } from "./proofs";

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
