import { Path, Rect, Svg, Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import type { Language } from "#core/language";
import { colors, type Style, styles } from "./styles";
import { tagged } from "./tags";
import { MISSING, Paragraph } from "./text";

/** The product's mark and name. */
export function Brand() {
  return (
    <View style={styles.brand}>
      <Svg width={15} height={15} viewBox="0 0 24 24">
        <Rect x={0} y={0} width={24} height={24} rx={7} ry={7} fill={colors.accent} />
        <Path d="M16.2 8.2a6 6 0 1 0 0 7.6" fill="none" stroke="#ffffff" strokeWidth={2.6} />
      </Svg>
      <Text style={styles.brandName}>Carbon Till</Text>
    </View>
  );
}

export function TestNotice({ children }: { children: string }) {
  return (
    <View style={styles.notice}>
      <Text style={styles.noticeText}>{children}</Text>
    </View>
  );
}

interface TitleProps {
  /** Kind of document, such as a report. */
  kind: string;
  title: string;
  children: ReactNode;
}

export function Title({ kind, title, children }: TitleProps) {
  return (
    <View style={{ marginTop: 30 }}>
      <Text style={styles.eyebrow}>{kind}</Text>
      <Paragraph {...tagged("H1")} style={[styles.nameShort, { marginTop: 2 }]}>
        {title}
      </Paragraph>
      {children}
    </View>
  );
}

interface SectionProps {
  title: string;
  notes?: readonly string[];
  startsPage?: boolean;
  children: ReactNode;
}

export function Section({ title, notes = [], startsPage = false, children }: SectionProps) {
  return (
    <View style={styles.section} break={startsPage}>
      <Text {...tagged("H2")} style={styles.heading} minPresenceAhead={60}>
        {title}
      </Text>
      {notes.map((note) => (
        <Paragraph key={note} style={[styles.label, { marginTop: 3 }]}>
          {note}
        </Paragraph>
      ))}
      {children}
    </View>
  );
}

interface FactProps {
  label: string;
  style: Style;
  wrap?: boolean;
  children: ReactNode;
}

export function Fact({ label, children, ...view }: FactProps) {
  return (
    <View {...view}>
      <Text style={styles.label}>{label}</Text>
      {children}
    </View>
  );
}

const missing: Record<Language, string> = {
  en: "replaces a character that the fonts of this document lack. See the web page for it.",
  de: "steht für ein Zeichen, das den Schriften dieses Dokuments fehlt. Die Webseite zeigt es.",
  fr: "remplace un caractère absent des polices de ce document. La page web l’affiche.",
  es: "sustituye un carácter que falta en las fuentes de este documento. La página web lo muestra.",
};

export function MissingNote({ language = "en" }: { language?: Language }) {
  return <Text style={styles.label}>{`${MISSING} ${missing[language]}`}</Text>;
}
