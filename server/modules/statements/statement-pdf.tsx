import { StyleSheet, Text, View } from "@react-pdf/renderer";
import type { AccountContext } from "#core/context";
import { RETIRED_AHEAD } from "#core/retired-ahead";
import {
  Brand,
  FigureTable,
  MissingNote,
  makePrintable,
  Paragraph,
  pdfStyles,
  plain,
  renderPdf,
  Section,
  Table,
  TestNotice,
  Title,
} from "#pdf";
import { SalePart } from "./sale-pdf";
import { findSaleViews, type SaleView } from "./sale-view";
import type { Statement } from "./statement";
import { type StatementView, toStatementView } from "./statement-view";

const MAX_GROUPS = 600;
const CSV_HAS_ALL = "Too many for a document. The month’s CSV has every line.";

const styles = StyleSheet.create({
  channel: { width: 52, paddingRight: 6 },
  vintage: { width: 34 },
  number: { width: 70, textAlign: "right" },
  money: { width: 96, textAlign: "right" },
});

function Figures({ view }: { view: StatementView }) {
  return (
    <View style={pdfStyles.section}>
      <FigureTable
        rows={view.figures.map(({ title, kg, price }) => [title, kg, price ?? ""])}
        columns={[styles.number, styles.money]}
      />
      <Paragraph style={[pdfStyles.quiet, { marginTop: 10 }]}>
        {`${view.notes.sold} ${view.notes.apart}`}
      </Paragraph>
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
    <Section title={heading} notes={[note]}>
      <FigureTable
        rows={rows.map(({ title, amount }) => [title, amount])}
        columns={[styles.money]}
      />
    </Section>
  );
}

type SubaccountView = StatementView["sections"][number];
type Group = SubaccountView["rows"][number];

function Project({ group }: { group: Group }) {
  return (
    <>
      <Paragraph>{`${group.portfolio}, ${group.project}`}</Paragraph>
      <Paragraph style={pdfStyles.label}>{group.registry}</Paragraph>
    </>
  );
}

const columns = [
  {
    title: "Portfolio, project",
    style: pdfStyles.wide,
    cell: (group: Group) => <Project group={group} />,
  },
  { title: "Vintage", style: styles.vintage, cell: (group: Group) => group.vintage },
  { title: "Channel", style: styles.channel, cell: (group: Group) => group.channel },
  { title: "Sold", style: styles.number, cell: (group: Group) => group.kg },
  { title: "Retired", style: styles.number, cell: (group: Group) => group.retired },
  { title: "Price", style: styles.number, cell: (group: Group) => group.price },
];

function Subaccount({ section }: { section: SubaccountView }) {
  const caption = (
    <View style={{ marginBottom: 2 }}>
      <Paragraph style={pdfStyles.projectName}>{section.name}</Paragraph>
      <Text style={pdfStyles.quiet}>{`${section.kg} sold. ${section.prices}`}</Text>
    </View>
  );
  return <Table caption={caption} columns={columns} rows={section.rows} />;
}

function Lines({ lines }: { lines: SaleView[] }) {
  return lines.map((line) => (
    <SalePart key={line.id} sale={line} figureStyle={styles.number}>
      <Text style={pdfStyles.label}>{`Order ${line.order}. ${line.status}`}</Text>
      <Paragraph style={pdfStyles.label}>{line.serial}</Paragraph>
    </SalePart>
  ));
}

interface StatementProps {
  view: StatementView;
  lines: SaleView[] | null;
  isLacking: boolean;
}

function StatementContent({ view, lines, isLacking }: StatementProps) {
  const { name, owner, period, isComplete, mode, notes, money, billed, sections } = view;
  const groups = sections.reduce((count, { rows }) => count + rows.length, 0);
  const taxes = view.taxes.map(({ country, tax, due }) => ({
    title: `${country}, ${tax}`,
    amount: due,
  }));
  return (
    <>
      <Brand />
      {mode === "test" && (
        <TestNotice>Test data: no real credits, and no money was moved.</TestNotice>
      )}
      <Title kind={`Statement for ${name}`} title={owner}>
        <Text style={[pdfStyles.quiet, { marginTop: 4 }]}>{period}</Text>
        {!isComplete && <Text style={pdfStyles.quiet}>{notes.open}</Text>}
      </Title>
      <Figures view={view} />
      <Money title="Customers’ money" note={notes.paid} rows={money} />
      {taxes.length > 0 && <Money title="Tax to declare" note={notes.tax} rows={taxes} />}
      {billed.length > 0 && <Money title="Billed" note={notes.billed} rows={billed} />}
      <Section title="Sold by subaccount" notes={[notes.retired]}>
        {groups > MAX_GROUPS ? (
          <Text style={pdfStyles.quiet}>{CSV_HAS_ALL}</Text>
        ) : (
          sections.map((section) => <Subaccount key={section.key} section={section} />)
        )}
        {groups === 0 && <Text style={pdfStyles.quiet}>Nothing was sold in this month.</Text>}
      </Section>
      {groups > 0 && (
        <Section
          title="Orders, serial numbers and evidence"
          notes={lines?.some((line) => line.isRetiredAhead) ? [RETIRED_AHEAD] : []}
        >
          {lines ? <Lines lines={lines} /> : <Text style={pdfStyles.quiet}>{CSV_HAS_ALL}</Text>}
        </Section>
      )}
      {isLacking && <MissingNote />}
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
