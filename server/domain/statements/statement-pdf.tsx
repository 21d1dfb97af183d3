import { StyleSheet, Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import type { AccountContext } from "#core/context";
import { RETIRED_AHEAD } from "#core/retired-ahead";
import { certificateCopy } from "#domain/certificates";
import {
  Brand,
  cell,
  columnHeader,
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
      <View {...table}>
        {view.figures.map(({ title, kg, price }) => (
          <View key={title} {...row} style={styles.cells}>
            <Text {...rowHeader} style={[pdfStyles.text, styles.label]}>
              {title}
            </Text>
            <Text {...cell} style={number}>
              {kg}
            </Text>
            <Text {...cell} style={[...number, { width: 96 }]}>
              {price ?? ""}
            </Text>
          </View>
        ))}
      </View>
      <Paragraph style={[pdfStyles.quiet, { marginTop: 10 }]}>
        {`${view.notes.sold} ${view.notes.apart}`}
      </Paragraph>
    </View>
  );
}

interface SectionProps {
  title: string;
  note?: string | null;
  children: ReactNode;
}

function Section({ title, note, children }: SectionProps) {
  return (
    <View style={styles.section}>
      <Text {...tagged("H2")} style={pdfStyles.heading} minPresenceAhead={60}>
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
      <View {...table}>
        {rows.map(({ title, amount }) => (
          <View key={title} {...row} style={styles.cells}>
            <Text {...rowHeader} style={[pdfStyles.text, styles.label]}>
              {title}
            </Text>
            <Text {...cell} style={[...number, { width: 96 }]}>
              {amount}
            </Text>
          </View>
        ))}
      </View>
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
    <View {...row} style={[styles.cells, { marginTop: 8 }]}>
      {headCells.map(([text, style]) => (
        <Text key={text} {...columnHeader} style={[pdfStyles.label, style]}>
          {text}
        </Text>
      ))}
    </View>
  );
}

type Group = StatementView["sections"][number]["rows"][number];

function GroupRow({ group }: { group: Group }) {
  return (
    <View {...row} style={styles.cells} wrap={false}>
      <View {...cell} style={styles.label}>
        <Paragraph>{`${group.portfolio}, ${group.project}`}</Paragraph>
        <Paragraph style={pdfStyles.label}>{group.registry}</Paragraph>
      </View>
      <Text {...cell} style={[...figure, styles.vintage]}>
        {group.vintage}
      </Text>
      <Text {...cell} style={[pdfStyles.text, styles.channel]}>
        {group.channel}
      </Text>
      <Text {...cell} style={number}>
        {group.kg}
      </Text>
      <Text {...cell} style={number}>
        {group.retired}
      </Text>
      <Text {...cell} style={number}>
        {group.price}
      </Text>
    </View>
  );
}

function Subaccount({ section }: { section: StatementView["sections"][number] }) {
  const [first, ...others] = section.rows;
  return (
    <View {...table} style={{ marginTop: 12 }}>
      <View wrap={false}>
        <View {...tagged("Caption")}>
          <Paragraph style={pdfStyles.projectName}>{section.name}</Paragraph>
          <Text style={pdfStyles.quiet}>{`${section.kg} sold. ${section.prices}`}</Text>
        </View>
        <Head />
        {first && <GroupRow group={first} />}
      </View>
      {others.map((group) => (
        <GroupRow key={group.key} group={group} />
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

const CSV_HAS_ALL = "Too many for a document. The month’s CSV has every line.";

interface StatementProps {
  view: StatementView;
  lines: SaleView[] | null;
  isLacking: boolean;
}

function StatementContent({ view, lines, isLacking }: StatementProps) {
  const groups = view.sections.reduce((count, { rows }) => count + rows.length, 0);
  return (
    <>
      <Brand />
      {view.mode === "test" && (
        <TestNotice>Test data: no real credits, and no money was moved.</TestNotice>
      )}
      <View style={{ marginTop: 30 }}>
        <Text style={pdfStyles.eyebrow}>{`Statement for ${view.name}`}</Text>
        <Paragraph {...tagged("H1")} style={[pdfStyles.nameShort, { marginTop: 2 }]}>
          {view.owner}
        </Paragraph>
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
        <Section
          title="Orders, serial numbers and evidence"
          note={lines?.some((line) => line.isRetiredAhead) ? RETIRED_AHEAD : null}
        >
          {lines ? <Lines lines={lines} /> : <Text style={pdfStyles.quiet}>{CSV_HAS_ALL}</Text>}
        </Section>
      )}
      {isLacking && <MissingNote>{certificateCopy.en.pdf.missing(MISSING)}</MissingNote>}
    </>
  );
}

/** Renders the statement as a PDF. */
export async function drawStatement(
  ctx: AccountContext,
  statement: Statement,
): Promise<Uint8Array> {
  const view = toStatementView(statement);
  const lines = await findSaleViews(ctx, statement);
  const { value, families, isLacking } = await makePrintable({ view, lines });
  return renderPdf(<StatementContent {...value} isLacking={isLacking} />, {
    title: `Statement for ${view.name}: ${plain(view.owner)}`,
    mode: view.mode,
    createdAt: statement.createdAt,
    families,
    footer: [`Statement for ${view.name}, created on ${view.created}`],
  });
}
