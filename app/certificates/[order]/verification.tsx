// How anyone can check the certificate.
import { type CertificateResource, SHARED_TONNES } from "#domain/certificates";
import { Breakable } from "#ui/breakable";

function howTo({ mode }: CertificateResource): string {
  return mode === "test"
    ? "This is a test: its projects and serial numbers are made up, and no registry knows them."
    : "Open a project's registry entry by its link, and look the serial numbers up among the " +
        "registry's retired credits.";
}

function Signature() {
  return (
    <>
      <h2 className="mt-6 font-semibold">How it is signed</h2>
      <p className="mt-2 text-pretty text-quiet">
        The JSON form of this certificate is signed, so that every copy of it can be{" "}
        <a href="/docs#certificates-signature" className="link">
          checked in ten lines of code
        </a>
        , with the{" "}
        <a href="/.well-known/jwks.json" className="link">
          public keys
        </a>{" "}
        and without asking us.
      </p>
    </>
  );
}

export function Verification({ certificate }: { certificate: CertificateResource }) {
  return (
    <section className="grid gap-x-12 gap-y-6 border-t border-line bg-soft px-5 py-8 text-[0.9375rem] sm:grid-cols-2 sm:px-12 sm:py-10 print:bg-transparent print:px-0">
      <div>
        <h2 className="font-semibold">How to check this</h2>
        <p className="mt-2 text-pretty text-quiet">{howTo(certificate)}</p>
        <p className="mt-3 text-pretty text-quiet">{SHARED_TONNES}</p>
        <p className="mt-3 print:hidden">
          <a href={`/verify?q=${certificate.order_number}`} className="link">
            Check this order, or a serial number
          </a>
        </p>
      </div>
      <div>
        <h2 className="font-semibold">Where it is published</h2>
        <p className="mt-2">
          <a href={certificate.certificate_public_url} className="link">
            <Breakable text={certificate.certificate_public_url} />
          </a>
        </p>
        <Signature />
      </div>
    </section>
  );
}
