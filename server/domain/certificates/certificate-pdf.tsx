import { G, Image, Link, Path, Svg, Text, View } from "@react-pdf/renderer";
import { accentOf } from "#core/accent";
import { formatDay, formatMoment } from "#core/dates";
import { shortReference } from "#core/id";
import type { Language } from "#core/language";
import { formatMass } from "#core/mass";
import {
  Brand,
  CONTENT_WIDTH,
  colors,
  isFromTheRight,
  MissingNote,
  Paragraph,
  plain,
  renderPdf,
  pdfStyles as styles,
  TestNotice,
  tagged,
} from "#pdf";
import { certificateCopy } from "./certificate-copy";
import { attachmentsOf, Check, QrCode } from "./certificate-pdf-check";
import { Projects } from "./certificate-pdf-projects";
import { type Drawn, drawnOf, type PdfOwner } from "./certificate-pdf-text";
import type { SignedCertificate } from "./get-certificate";
import type { CertificateResource } from "./resource";
import { ROSETTE_VIEW_BOX, rosette } from "./rosette-rules";
import { formatAmount } from "./rules";
import { copyUrl, kindOf, leadOf, registryDateOf, waitsOf } from "./wording";

/** Longer texts use smaller type. */
const LONG = 160;

function nameStyle(name: string) {
  if (name.length > LONG) return styles.nameLong;
  return name.length > 50 ? styles.nameMedium : styles.nameShort;
}

function Message({ message }: { message: string }) {
  return (
    <View style={isFromTheRight(message) ? styles.messageFromTheRight : styles.message}>
      <Paragraph
        isBlock
        style={[message.length > LONG ? styles.fine : styles.lead, { color: colors.quiet }]}
      >
        {message}
      </Paragraph>
    </View>
  );
}

function Website({ url, address }: { url: string; address: string }) {
  return (
    <Paragraph style={[address.length > LONG ? styles.fine : styles.text, { marginTop: 3 }]}>
      <Link src={url} style={styles.link}>
        {address}
      </Link>
    </Paragraph>
  );
}

function Beneficiary({ drawn }: { drawn: Drawn }) {
  const { beneficiary, address } = drawn;
  const { name, message, url } = beneficiary;
  const isLong = [name, message, address].some((text) => (text?.length ?? 0) > LONG);
  return (
    <View style={isLong ? { width: CONTENT_WIDTH } : {}}>
      <Paragraph style={nameStyle(name)}>{name}</Paragraph>
      {url !== null && address !== null && <Website url={url} address={address} />}
      {message !== null && <Message message={message} />}
    </View>
  );
}

/** " of CO₂e": follows an amount. */
const unitIn = (language: Language) => ` ${certificateCopy[language].of} CO₂e`.replace(/ {2}/, " ");

function Hero({ drawn, accent }: { drawn: Drawn; accent: string }) {
  const { language } = drawn;
  return (
    <View style={styles.hero}>
      <Text style={[styles.eyebrow, { color: accent }]}>{kindOf(drawn, language)}</Text>
      <Text {...tagged("H1")} style={[styles.amount, { marginTop: 4 }]}>
        {formatMass(drawn.amount_kg, language)}
        <Text style={styles.unit}>{unitIn(language)}</Text>
      </Text>
      <Text style={[styles.lead, { color: colors.quiet, marginTop: 6 }]}>
        {leadOf(drawn, language)}
      </Text>
      <Beneficiary drawn={drawn} />
      <Paragraph style={[styles.lead, { marginTop: 12 }]}>{drawn.statement}</Paragraph>
    </View>
  );
}

interface Props {
  certificate: CertificateResource;
}

function Rosette({ certificate }: Props) {
  const stroke = certificate.mode === "test" ? colors.testThread : colors.thread;
  return (
    <Svg style={styles.rosette} viewBox={ROSETTE_VIEW_BOX}>
      {rosette(certificate.order_number).map(({ path, turns }) => (
        <G key={path}>
          {turns.map((degrees) => (
            <G key={degrees} transform={`rotate(${degrees})`}>
              <Path d={path} fill="none" stroke={stroke} strokeWidth={1.2} />
            </G>
          ))}
        </G>
      ))}
    </Svg>
  );
}

/** Name and logo of the seller, or the product's where none is given. */
function Owner({ drawn, logo }: { drawn: Drawn; logo: Buffer | null }) {
  if (drawn.owner === null) return <Brand />;
  return (
    <View style={styles.owner}>
      {logo !== null && <Image src={{ data: logo, format: "png" }} style={styles.ownerLogo} />}
      <Paragraph style={[styles.ownerName, { maxWidth: 300 }]}>{drawn.owner.name}</Paragraph>
    </View>
  );
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    // Only a long value may leave its label for the next page.
    <View style={{ marginBottom: 8 }} wrap={children.length > LONG}>
      <Text style={styles.label}>{label}</Text>
      <Paragraph style={children.length > LONG ? styles.fine : styles.text}>{children}</Paragraph>
    </View>
  );
}

function Facts({ certificate }: { certificate: Drawn }) {
  const legalName = certificate.owner?.legalName;
  const { language } = certificate;
  const { facts: copy, notYet } = certificateCopy[language];
  const moment = (at: string) => formatMoment(at, language);
  const seller = <Fact label={copy.issuedBy}>{legalName ?? certificate.seller.name}</Fact>;
  const note = certificate.description && <Fact label={copy.note}>{certificate.description}</Fact>;
  // Values that do not fit in a column go below both.
  const isSellerLong = certificate.seller.name.length > 80;
  const isNoteLong = (certificate.description?.length ?? 0) > 80;
  return (
    <View style={[styles.rule, { marginTop: 20, paddingTop: 12 }]}>
      <View style={styles.row}>
        <View style={{ width: 238, paddingRight: 16 }}>
          <Fact label={copy.reference}>{shortReference(certificate.order_id)}</Fact>
          <Fact label={copy.number}>{certificate.order_number}</Fact>
          <Fact label={copy.amount}>
            {formatAmount(certificate.amount_kg, language) + unitIn(language)}
          </Fact>
          {!isSellerLong && seller}
        </View>
        <View style={{ flex: 1, paddingRight: 16 }}>
          <Fact label={copy.ordered}>{moment(certificate.created_on)}</Fact>
          <Fact label={copy.allocated}>
            {certificate.retired_on === null ? notYet : moment(certificate.retired_on)}
          </Fact>
          <Fact label={certificate.mode === "test" ? copy.retiredInTest : copy.retired}>
            {registryDateOf(certificate, language)}
          </Fact>
          {waitsOf(certificate, language).map(({ label, text }) => (
            <Fact key={label} label={label}>
              {text}
            </Fact>
          ))}
          {!isNoteLong && note}
        </View>
        <QrCode text={copyUrl(certificate)} language={language} />
      </View>
      {isSellerLong && seller}
      {isNoteLong && note}
    </View>
  );
}

function revisionOf({ state, revision, status_as_of, language }: Drawn): string {
  const copy = certificateCopy[language].pdf;
  return state === "fulfilled"
    ? copy.revision(revision, formatMoment(status_as_of, language))
    : copy.notCertificate;
}

function keywordsOf({ projects, language }: Drawn): string {
  const registries = projects.map((project) => plain(project.registry_name));
  return [certificateCopy[language].pdf.keyword, ...new Set(registries)].join(", ");
}

function Certificate({ drawn, owner }: { drawn: Drawn; owner: PdfOwner | null }) {
  const { testNotice } = certificateCopy[drawn.language];
  const isFinal = drawn.state === "fulfilled";
  const accent = owner?.accent ? accentOf(owner.accent).light : colors.accent;
  return (
    <>
      {isFinal && <Rosette certificate={drawn} />}
      <Owner drawn={drawn} logo={owner?.logo ?? null} />
      {drawn.mode === "test" && <TestNotice>{testNotice}</TestNotice>}
      <Hero drawn={drawn} accent={accent} />
      <Facts certificate={drawn} />
      {drawn.isLacking && <MissingNote language={drawn.language} />}
      {drawn.projects.length > 0 && <Projects certificate={drawn} />}
      {isFinal && <Check certificate={drawn} />}
    </>
  );
}

/** Metadata, of the original texts, even if the fonts lack some of their characters. */
function factsOf(certificate: CertificateResource, language: Language) {
  const { pdf: copy } = certificateCopy[language];
  const createdAt = new Date(certificate.retired_on ?? certificate.created_on);
  const amount = formatMass(certificate.amount_kg, language) + unitIn(language);
  const name = plain(certificate.beneficiary.name);
  const what = `${amount} ${leadOf(certificate, language)} ${name}`;
  return {
    title: certificate.state === "fulfilled" ? copy.certificate(what) : copy.order(what),
    mode: certificate.mode,
    createdAt,
    modifiedAt: new Date(certificate.status_as_of),
    language,
    author: plain(certificate.seller.name),
    subject: copy.subject(certificate.order_number, formatDay(createdAt, language)),
  };
}

/** The publisher, the language of the document, and what is in that language. */
export interface PdfOptions {
  owner: PdfOwner | null;
  language: Language;
  translated: CertificateResource;
}

/**
 * Renders the PDF. The same certificate and options always result in the same bytes. The attached
 * record has the English statement and original names, as it is signed.
 */
export async function renderCertificatePdf(
  signed: SignedCertificate,
  { owner, language, translated: certificate }: PdfOptions = {
    owner: null,
    language: "en",
    translated: signed,
  },
): Promise<Uint8Array> {
  const drawn = await drawnOf(certificate, { owner, language, originals: signed.projects });
  const copy = certificateCopy[language].pdf;
  const powered = owner === null ? "" : ` · ${copy.powered}`;
  return renderPdf(<Certificate drawn={drawn} owner={owner} />, {
    ...factsOf(certificate, language),
    keywords: keywordsOf(drawn),
    families: drawn.families,
    footer: [drawn.certificate_public_url, `${revisionOf(drawn)}${powered}`],
    pageLabel: copy.page,
    attachments: attachmentsOf(signed),
  });
}
