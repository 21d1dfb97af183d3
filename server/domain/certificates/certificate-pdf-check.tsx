// Ways to check a certificate, in its PDF.
import { Link, Path, Svg, Text, View } from "@react-pdf/renderer";
import type { Language } from "#core/language";
import { qrCode } from "#core/qr-code";
import { type Attachment, colors, Paragraph, pdfStyles as styles, tagged } from "#pdf";
import { certificateCopy } from "./certificate-copy";
import type { Drawn } from "./certificate-pdf-text";
import type { SignedCertificate } from "./get-certificate";

const unbroken = (word: string) => [word];

export function QrCode({ text, language }: { text: string; language: Language }) {
  const copy = certificateCopy[language];
  const code = qrCode(text);
  return (
    <View style={{ width: 72, alignItems: "center" }}>
      <Svg
        {...tagged("Figure", { alt: copy.qrCode(text) })}
        width={72}
        height={72}
        viewBox={`0 0 ${code.size} ${code.size}`}
      >
        <Path d={code.path} fill={colors.ink} />
      </Svg>
      <Text
        style={[styles.label, { marginTop: 4, textAlign: "center" }]}
        hyphenationCallback={unbroken}
      >
        {copy.scan}
      </Text>
    </View>
  );
}

export function Check({ certificate }: { certificate: Drawn }) {
  const copy = certificateCopy[certificate.language].pdf;
  const guide = new URL(
    "/docs/certificates#certificates-signature",
    certificate.certificate_public_url,
  );
  return (
    <Paragraph style={[styles.label, { color: colors.quiet, marginTop: 8 }]}>
      {copy.check}
      <Link src={guide.href} style={styles.link}>
        {copy.checkLink}
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
