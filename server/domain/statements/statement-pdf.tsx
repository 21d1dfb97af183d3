import { Document, Page, renderToBuffer, StyleSheet, Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import type { AccountContext } from "#core/context";
import {
  Brand,
  MissingNote,
  makePrintable,
  Paragraph,
  pdfFacts,
  pdfSheet,
  pdfStyles,
  plain,
  TestNotice,
} from "#domain/certificates";
import { findSaleViews, type SaleView } from "./sale-view";
import type { Statement } from "./statement";
import { type StatementView, toStatementView } from "./statement-view";

const MAX_GROUPS = 600;

const styles = StyleSheet.create({
  section: { marginTop: 22 },
  cells: { flexDirection: "row", marginTop: 3 },
  label: { flex: 1, paddingRight: 8 },
  channel: { width: 52, paddingRight: 6 },
  vintage: { width: 34 },
  number: { width: 70, textAlign: "right" },
  day: { width: 100 },
  serial: { flex: 1.6, paddingRight: 8 },
});

const figure = [pdfStyles.text, pdfStyles.figures];
const number = [...figure, styles.number];

function Figures({ view }: { view: StatementView }) {
  return (
    <View style={styles.section}>
      {view.figures.map(({ title, kg, price }) => (
        <View key={title} style={styles.cells}>
          <Text style={[pdfStyles.text, styles.label]}>{title}</Text>
          <Text style={number}>{kg}</Text>
          <Text style={[...number, { width: 96 }]}>{price ?? ""}</Text>
        </View>
      ))}
      <Paragraph style={[pdfStyles.quiet, { marginTop: 10 }]}>
        {`${view.notes.sold} ${view.notes.apart}`}
      </Paragraph>
    </View>
  );
}

function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <View style={styles.section}>
      <Text style={pdfStyles.heading} minPresenceAhead={60}>
        {title}
      </Text>
      {note && <Paragraph style={[pdfStyles.label, { marginTop: 3 }]}>{note}</Paragraph>}
      {children}
    </View>
  );
}

interface MoneyProps {
  title: string;
  note: string;
  rows: StatementView["money"];
}

function Money({ title: heading, note, rows }: MoneyProps) {
  return (
    <Section title={heading} note={note}>
      {rows.map(({ title, amount }) => (
        <View key={title} style={styles.cells}>
          <Text style={[pdfStyles.text, styles.label]}>{title}</Text>
          <Text style={[...number, { width: 96 }]}>{amount}</Text>
        </View>
      ))}
    </Section>
  );
}

const headCells = [
  ["Portfolio, project", styles.label],
  ["Vintage", styles.vintage],
  ["Channel", styles.channel],
  ["Sold", styles.number],
  ["Retired", styles.number],
  ["Price", styles.number],
] as const;

function Head() {
  return (
    <View style={[styles.cells, { marginTop: 8 }]}>
      {headCells.map(([text, style]) => (
        <Text key={text} style={[pdfStyles.label, style]}>
          {text}
        </Text>
      ))}
    </View>
  );
}

type Group = StatementView["sections"][number]["rows"][number];

function GroupRow({ row }: { row: Group }) {
  return (
    <View style={styles.cells} wrap={false}>
      <View style={styles.label}>
        <Paragraph>{`${row.portfolio}, ${row.project}`}</Paragraph>
        <Paragraph style={pdfStyles.label}>{row.registry}</Paragraph>
      </View>
      <Text style={[...figure, styles.vintage]}>{row.vintage}</Text>
      <Text style={[pdfStyles.text, styles.channel]}>{row.channel}</Text>
      <Text style={number}>{row.kg}</Text>
      <Text style={number}>{row.retired}</Text>
      <Text style={number}>{row.price}</Text>
    </View>
  );
}

function Subaccount({ section }: { section: StatementView["sections"][number] }) {
  const [first, ...others] = section.rows;
  return (
    <View style={{ marginTop: 12 }}>
      <View wrap={false}>
        <Paragraph style={pdfStyles.projectName}>{section.name}</Paragraph>
        <Text style={pdfStyles.quiet}>{`${section.kg} sold. ${section.prices}`}</Text>
        <Head />
        {first && <GroupRow row={first} />}
      </View>
      {others.map((row) => (
        <GroupRow key={row.key} row={row} />
      ))}
    </View>
  );
}

function Lines({ lines }: { lines: SaleView[] }) {
  return lines.map((line) => (
    <View key={line.id} style={[pdfStyles.rule, { marginTop: 6, paddingTop: 5 }]} wrap={false}>
      <View style={styles.cells}>
        <Text style={[...figure, styles.day]}>{line.day}</Text>
        <View style={styles.label}>
          <Paragraph>{line.credits}</Paragraph>
        </View>
        <Text style={number}>{line.kg}</Text>
        <Text style={number}>{line.price}</Text>
      </View>
      <Text style={pdfStyles.label}>{`Order ${line.order}. ${line.status}`}</Text>
      <Paragraph style={pdfStyles.label}>{line.serial}</Paragraph>
    </View>
  ));
}

interface DocumentProps {
  /** With printable texts. */
  view: StatementView;
  lines: SaleView[] | null;
  title: string;
  families: string[];
  isLacking: boolean;
}

const CSV_HAS_ALL = "Too many for a document. The month’s CSV has every line.";

function StatementDocument({ view, lines, title, families, isLacking }: DocumentProps) {
  const footer = `Statement for ${view.name}, created on ${view.created}`;
  const groups = view.sections.reduce((count, { rows }) => count + rows.length, 0);
  return (
    <Document {...pdfFacts({ title, mode: view.mode, createdAt: new Date(view.createdOn) })}>
      <Page size="A4" style={[pdfStyles.page, { fontFamily: families }]} layout={pdfSheet(footer)}>
        <Brand />
        {view.mode === "test" && (
          <TestNotice>Test data: no real credits, and no money was moved.</TestNotice>
        )}
        <View style={{ marginTop: 30 }}>
          <Text style={pdfStyles.eyebrow}>{`Statement for ${view.name}`}</Text>
          <Paragraph style={[pdfStyles.nameShort, { marginTop: 2 }]}>{view.owner}</Paragraph>
          <Text style={[pdfStyles.quiet, { marginTop: 4 }]}>{view.period}</Text>
          {!view.isComplete && <Text style={pdfStyles.quiet}>{view.notes.open}</Text>}
        </View>
        <Figures view={view} />
        <Money title="Customers’ money" note={view.notes.paid} rows={view.money} />
        {view.taxes.length > 0 && (
          <Money
            title="Tax to declare"
            note={view.notes.tax}
            rows={view.taxes.map(({ country, tax, due }) => ({
              title: `${country}, ${tax}`,
              amount: due,
            }))}
          />
        )}
        {view.billed.length > 0 && (
          <Money title="Billed" note={view.notes.billed} rows={view.billed} />
        )}
        <Section title="Sold by subaccount" note={view.notes.retired}>
          {groups > MAX_GROUPS ? (
            <Text style={pdfStyles.quiet}>{CSV_HAS_ALL}</Text>
          ) : (
            view.sections.map((section) => <Subaccount key={section.key} section={section} />)
          )}
          {groups === 0 && <Text style={pdfStyles.quiet}>Nothing was sold in this month.</Text>}
        </Section>
        {groups > 0 && (
          <Section title="Orders, serial numbers and evidence">
            {lines ? <Lines lines={lines} /> : <Text style={pdfStyles.quiet}>{CSV_HAS_ALL}</Text>}
          </Section>
        )}
        {isLacking && <MissingNote />}
      </Page>
    </Document>
  );
}

/** Renders the statement as a PDF. */
export async function renderStatementPdf(
  ctx: AccountContext,
  statement: Statement,
): Promise<Uint8Array> {
  const original = toStatementView(statement);
  const title = `Statement for ${original.name}: ${plain(original.owner)}`;
  const lines = await findSaleViews(ctx, statement);
  const { value, families, isLacking } = await makePrintable({ view: original, lines });
  return renderToBuffer(
    <StatementDocument {...value} title={title} families={families} isLacking={isLacking} />,
  );
}
