// Ways to check a certificate, in its PDF.
import { Link } from "@react-pdf/renderer";
import type { Attachment } from "#core/pdf";
import { colors, styles } from "./certificate-pdf-styles";
import { Paragraph } from "./certificate-pdf-text";
import type { SignedCertificate } from "./get-certificate";
import type { CertificateResource } from "./resource";

export function Check({ certificate }: { certificate: CertificateResource }) {
  const guide = new URL("/docs#certificates-signature", certificate.certificate_public_url);
  return (
    <Paragraph style={[styles.label, { color: colors.quiet, marginTop: 8 }]}>
      {"To check this certificate, open it online with the QR code. The attached file "}
      {"certificate.json has the same facts for programs, with a digital signature: "}
      <Link src={guide.href} style={styles.link}>
        how to verify the signature
      </Link>
      .
    </Paragraph>
  );
}

/** The certificate for programs, as its JSON address returns it. */
export function attachmentsOf(certificate: SignedCertificate): Attachment[] {
  if (certificate.signature === null) return [];
  return [
    {
      name: "certificate.json",
      contentType: "application/json",
      description: "The certificate with its signature",
      bytes: new TextEncoder().encode(JSON.stringify(certificate)),
      createdAt: new Date(certificate.status_as_of),
    },
  ];
}
