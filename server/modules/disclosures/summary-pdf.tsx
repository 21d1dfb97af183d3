import { StyleSheet, Text, View } from "@react-pdf/renderer";
import { formatMoment } from "#core/dates";
import { formatTonnes } from "#core/mass";
import { formatKg } from "#domain/certificates";
import {
  Brand,
  Fact,
  FigureTable,
  MissingNote,
  makePrintable,
  Paragraph,
  pdfStyles,
  plain,
  renderPdf,
  Section,
  TestNotice,
  Title,
  tagged,
} from "#pdf";
import { notes } from "./summary-copy";
import { NOT_STATED } from "./summary-rules";
import type { SummaryView } from "./summary-view";

const styles = StyleSheet.create({
  tables: { flexDirection: "row", flexWrap: "wrap", justifyContent: "space-between" },
  table: { width: 238, marginTop: 12 },
  number: { width: 72, textAlign: "right" },
  share: { width: 38, textAlign: "right" },
  project: { marginTop: 12, paddingTop: 8 },
  facts: { flexDirection: "row", flexWrap: "wrap", marginTop: 7 },
  fact: { width: 124, paddingRight: 10, marginBottom: 5 },
});

function Totals({ totals }: Pick<SummaryView, "totals">) {
  return (
    <FigureTable
      rows={totals.map(({ title, kg }) => [title, formatTonnes(kg), formatKg(kg)])}
      columns={[styles.number, [pdfStyles.quiet, styles.number]]}
      style={{ width: 360 }}
    />
  );
}

interface Props {
  view: SummaryView;
}

function Hero({ view: { year, holder, retiredKg, totals } }: Props) {
  return (
    <Title kind={`Carbon credit disclosure for ${year}`} title={holder}>
      <Text style={[pdfStyles.amount, { marginTop: 10 }]}>
        {formatTonnes(retiredKg)}
        <Text style={pdfStyles.unit}>{` retired in ${year}`}</Text>
      </Text>
      <View style={{ marginTop: 14 }}>
        <Totals totals={totals} />
      </View>
      <Paragraph style={[pdfStyles.quiet, { marginTop: 12 }]}>{notes.retired}</Paragraph>
    </Title>
  );
}

function Shares({ table: { title, shares } }: { table: SummaryView["tables"][number] }) {
  return (
    <FigureTable
      caption={title}
      rows={shares.map(({ label, kg, share }) => [label, formatTonnes(kg), share])}
      columns={[styles.number, styles.share]}
      style={styles.table}
    />
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
          <Fact key={label} label={label} style={styles.fact}>
            <Paragraph style={value === null ? pdfStyles.quiet : pdfStyles.text}>
              {value ?? NOT_STATED}
            </Paragraph>
          </Fact>
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
      <Section title="ESRS E1-7" notes={[notes.esrs, notes.unknown]}>
        <View style={styles.tables}>
          {view.tables.map((table) => (
            <Shares key={table.id} table={table} />
          ))}
        </View>
      </Section>
      <Section title="California AB 1305" notes={[notes.ab1305, notes.seller]} startsPage>
        {view.projects.map((project) => (
          <Project key={project.key} project={project} />
        ))}
        {view.projects.length === 0 && (
          <Text style={[pdfStyles.quiet, { marginTop: 10 }]}>{notes.nothing}</Text>
        )}
      </Section>
      {isLacking && <MissingNote />}
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
