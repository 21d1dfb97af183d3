import { StyleSheet, Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import { formatMoment } from "#core/dates";
import { formatTonnes } from "#core/mass";
import { certificateCopy, formatKg } from "#domain/certificates";
import {
  Brand,
  cell,
  MISSING,
  MissingNote,
  makePrintable,
  Paragraph,
  pdfStyles,
  plain,
  renderPdf,
  row,
  rowHeader,
  TestNotice,
  table,
  tagged,
} from "#pdf";
import { notes } from "./summary-copy";
import { NOT_STATED } from "./summary-rules";
import type { SummaryView } from "./summary-view";

const styles = StyleSheet.create({
  hero: { marginTop: 30 },
  section: { marginTop: 22 },
  tables: { flexDirection: "row", flexWrap: "wrap", justifyContent: "space-between" },
  table: { width: 238, marginTop: 12 },
  cells: { flexDirection: "row", marginTop: 3 },
  label: { flex: 1, paddingRight: 8 },
  number: { width: 72, textAlign: "right" },
  share: { width: 38, textAlign: "right" },
  project: { marginTop: 12, paddingTop: 8 },
  facts: { flexDirection: "row", flexWrap: "wrap", marginTop: 7 },
  fact: { width: 124, paddingRight: 10, marginBottom: 5 },
});

const figure = [pdfStyles.text, pdfStyles.figures];

interface Props {
  view: SummaryView;
}

function Totals({ totals }: Pick<SummaryView, "totals">) {
  return (
    <View {...table} style={{ width: 360 }}>
      {totals.map(({ group, title, kg }) => (
        <View key={group} {...row} style={styles.cells}>
          <Text {...rowHeader} style={[pdfStyles.text, styles.label]}>
            {title}
          </Text>
          <Text {...cell} style={[...figure, styles.number]}>
            {formatTonnes(kg)}
          </Text>
          <Text {...cell} style={[...figure, pdfStyles.quiet, styles.number]}>
            {formatKg(kg)}
          </Text>
        </View>
      ))}
    </View>
  );
}

function Hero({ view }: Props) {
  const { year, holder, retiredKg } = view;
  return (
    <View style={styles.hero}>
      <Text style={pdfStyles.eyebrow}>{`Carbon credit disclosure for ${year}`}</Text>
      <Paragraph {...tagged("H1")} style={[pdfStyles.nameShort, { marginTop: 2 }]}>
        {holder}
      </Paragraph>
      <Text style={[pdfStyles.amount, { marginTop: 10 }]}>
        {formatTonnes(retiredKg)}
        <Text style={pdfStyles.unit}>{` retired in ${year}`}</Text>
      </Text>
      <View style={{ marginTop: 14 }}>
        <Totals totals={view.totals} />
      </View>
      <Paragraph style={[pdfStyles.quiet, { marginTop: 12 }]}>{notes.retired}</Paragraph>
    </View>
  );
}

function Table({ table: { title, shares } }: { table: SummaryView["tables"][number] }) {
  return (
    <View {...table} style={styles.table} wrap={false}>
      <Text {...tagged("Caption")} style={pdfStyles.projectName}>
        {title}
      </Text>
      {shares.map(({ label, kg, share }) => (
        <View key={label} {...row} style={styles.cells}>
          <Paragraph {...rowHeader} style={[pdfStyles.text, styles.label]}>
            {label}
          </Paragraph>
          <Text {...cell} style={[...figure, styles.number]}>
            {formatTonnes(kg)}
          </Text>
          <Text {...cell} style={[...figure, styles.share]}>
            {share}
          </Text>
        </View>
      ))}
    </View>
  );
}

interface SectionProps {
  title: string;
  sources: readonly string[];
  startsPage?: boolean;
  children: ReactNode;
}

function Section({ title, sources, startsPage = false, children }: SectionProps) {
  return (
    <View style={styles.section} break={startsPage}>
      <Text {...tagged("H2")} style={pdfStyles.heading}>
        {title}
      </Text>
      {sources.map((source) => (
        <Paragraph key={source} style={[pdfStyles.label, { marginTop: 3 }]}>
          {source}
        </Paragraph>
      ))}
      {children}
    </View>
  );
}

function Project({ project }: { project: SummaryView["projects"][number] }) {
  return (
    <View style={[pdfStyles.rule, styles.project]} wrap={false}>
      <Paragraph {...tagged("H3")} style={[pdfStyles.projectName, { marginBottom: 2 }]}>
        {project.name}
      </Paragraph>
      <Totals totals={project.totals} />
      <View style={styles.facts}>
        {project.facts.map(({ label, value }) => (
          <View key={label} style={styles.fact}>
            <Text style={pdfStyles.label}>{label}</Text>
            <Paragraph style={value === null ? pdfStyles.quiet : pdfStyles.text}>
              {value ?? NOT_STATED}
            </Paragraph>
          </View>
        ))}
      </View>
    </View>
  );
}

function Summary({ view, isLacking }: Props & { isLacking: boolean }) {
  return (
    <>
      <Brand />
      {view.mode === "test" && <TestNotice>{notes.test}</TestNotice>}
      <Hero view={view} />
      <Section title="ESRS E1-7" sources={[notes.esrs, notes.unknown]}>
        <View style={styles.tables}>
          {view.tables.map((table) => (
            <Table key={table.id} table={table} />
          ))}
        </View>
      </Section>
      <Section title="California AB 1305" sources={[notes.ab1305, notes.seller]} startsPage>
        {view.projects.map((project) => (
          <Project key={project.key} project={project} />
        ))}
        {view.projects.length === 0 && (
          <Text style={[pdfStyles.quiet, { marginTop: 10 }]}>{notes.nothing}</Text>
        )}
      </Section>
      {isLacking && <MissingNote>{certificateCopy.en.pdf.missing(MISSING)}</MissingNote>}
    </>
  );
}

/** Renders the summary as a PDF. */
export async function drawSummary(view: SummaryView): Promise<Uint8Array> {
  const { value: drawn, families, isLacking } = await makePrintable(view);
  return renderPdf(<Summary view={drawn} isLacking={isLacking} />, {
    title: `Carbon credit disclosure ${view.year}: ${plain(view.holder)}`,
    mode: view.mode,
    createdAt: new Date(view.createdOn),
    families,
    footer: [`Created on ${formatMoment(view.createdOn)}`],
  });
}
