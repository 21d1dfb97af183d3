// PDFs from React elements: tagged for screen readers, with files attached.
import { buffer } from "node:stream/consumers";
import { Document, Page, Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import type { Mode } from "#core/context";
import { layOutPages } from "./layout";
import { PdfOutput } from "./pdf-output";
import { styles } from "./styles";
import { TaggedDrawing } from "./tagged-drawing";
import { tagged } from "./tags";
import { Paragraph } from "./text";

export interface Attachment {
  name: string;
  contentType: string;
  description: string;
  bytes: Uint8Array;
  createdAt: Date;
}

interface PdfFacts {
  title: string;
  mode: Mode;
  createdAt: Date;
  modifiedAt?: Date;
  language?: string;
  author?: string;
  subject?: string;
  keywords?: string;
}

interface PdfOptions extends PdfFacts {
  /** Font families that the texts need, in order of preference. */
  families: string[];
  /** Lines at the foot of each page. */
  footer: string[];
  pageLabel?: (page: number, pages: number) => string;
  attachments?: Attachment[];
}

function outputFor(facts: PdfFacts): PdfOutput {
  const { title, mode, createdAt, modifiedAt = createdAt, language = "en" } = facts;
  const { author, subject, keywords } = facts;
  return new PdfOutput({
    subset: "PDF/UA",
    pdfVersion: "1.7",
    tagged: true,
    lang: language,
    displayTitle: true,
    autoFirstPage: false,
    // Each text names its own.
    font: null,
    info: {
      Title: mode === "test" ? `Test: ${title}` : title,
      ...(author !== undefined && { Author: author }),
      ...(subject !== undefined && { Subject: subject }),
      ...(keywords !== undefined && { Keywords: keywords }),
      Creator: "Carbon Till",
      Producer: "Carbon Till",
      CreationDate: createdAt,
      ModDate: modifiedAt,
    },
  });
}

function Footer({ lines, page }: { lines: string[]; page: string }) {
  return (
    <View {...tagged("Artifact")} style={[styles.footer, styles.between]}>
      <View style={{ flex: 1, paddingRight: 20 }}>
        {lines.map((line) => (
          <Paragraph key={line} style={styles.label}>
            {line}
          </Paragraph>
        ))}
      </View>
      <Text style={styles.label}>{page}</Text>
    </View>
  );
}

const pageInEnglish = (page: number, pages: number) => `Page ${page} of ${pages}`;

/**
 * Renders the content as PDF/UA-1 (ISO 14289-1), on as many pages as it takes. The same content and
 * options always result in the same bytes.
 */
export async function renderPdf(content: ReactNode, options: PdfOptions): Promise<Uint8Array> {
  const { families, footer, pageLabel = pageInEnglish, attachments = [], ...facts } = options;
  const page = { size: "A4" as const, style: [styles.page, { fontFamily: families }] };
  const document = (
    <Document>
      <Page {...page} experimentalPagination>
        {content}
      </Page>
    </Document>
  );
  const pages = await layOutPages(document, (count) => (
    <Document>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages are known by their numbers.
        <Page key={index} {...page}>
          <Footer lines={footer} page={pageLabel(index + 1, count)} />
        </Page>
      ))}
    </Document>
  ));
  const output = outputFor(facts);
  for (const { name, contentType, description, bytes, createdAt } of attachments) {
    const dates = { creationDate: createdAt, modifiedDate: createdAt };
    output.file(bytes, { name, type: contentType, description, relationship: "Data", ...dates });
  }
  const drawing = new TaggedDrawing(output);
  for (const laidOut of pages) drawing.drawPage(laidOut);
  output.endDocument();
  return buffer(output);
}
