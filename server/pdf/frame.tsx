// The footer of each page and the metadata of a document, the same for all PDFs.
import { Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import type { Mode } from "#core/context";
import { tagged } from "./render-pdf";
import { styles } from "./styles";
import { Paragraph } from "./text";

interface SheetProps {
  children: ReactNode;
  pageNumber?: number;
  totalPages?: number;
}

const pageInEnglish = (page: number, pages: number) => `Page ${page} of ${pages}`;

/** Layout of a page with a footer: a text or several lines, and the page's number. */
export function pdfSheet(text: string | string[], pageLabel = pageInEnglish) {
  const lines = [text].flat();
  return ({ children, pageNumber = 1, totalPages = 1 }: SheetProps) => (
    <>
      {children}
      <View {...tagged("Artifact")} style={[styles.footer, styles.between]}>
        <View style={{ flex: 1, paddingRight: 20 }}>
          {lines.map((line) => (
            <Paragraph key={line} style={styles.label}>
              {line}
            </Paragraph>
          ))}
        </View>
        <Text style={styles.label}>{pageLabel(pageNumber, totalPages)}</Text>
      </View>
    </>
  );
}

interface DocumentFacts {
  title: string;
  mode: Mode;
  createdAt: Date;
  modifiedAt?: Date;
  language?: string;
}

/** Metadata of a document. */
export function pdfFacts({
  title,
  mode,
  createdAt,
  modifiedAt = createdAt,
  language = "en",
}: DocumentFacts) {
  return {
    title: mode === "test" ? `Test: ${title}` : title,
    creator: "Carbon Till",
    producer: "Carbon Till",
    language,
    creationDate: createdAt,
    modificationDate: modifiedAt,
  };
}
