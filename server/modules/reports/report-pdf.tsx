import { Image, Link, StyleSheet, Text, View } from "@react-pdf/renderer";
import type { AccountContext } from "#core/context";
import { findLogoOf } from "#domain/accounts";
import { findSaleViews } from "#modules/statements/sale-view";
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
import { SalePart } from "#screens/statements/sale-pdf";
import type { SubaccountReport } from "./report";
import { type ReportView, toReportView } from "./report-view";

const styles = StyleSheet.create({
  head: { flexDirection: "row", alignItems: "center", justifyContent: "space-between" },
  owner: { flexDirection: "row", alignItems: "center", gap: 10, flex: 1, paddingRight: 20 },
  logo: { height: 34, maxWidth: 110, objectFit: "contain" },
  vintage: { width: 40 },
  number: { width: 58, textAlign: "right" },
  prices: { width: 138, paddingLeft: 8, textAlign: "right" },
});

function Head({ account, logo }: { account: string; logo: Buffer | null }) {
  return (
    <View style={styles.head}>
      <View style={styles.owner}>
        {logo && <Image src={{ data: logo, format: "png" }} style={styles.logo} />}
        <Paragraph style={pdfStyles.nameMedium}>{account}</Paragraph>
      </View>
      <Brand />
    </View>
  );
}

function Totals({ view: { totals, prices, orders } }: { view: ReportView }) {
  const rows = [
    ["Sold", totals.sold],
    ["Retired at registries", totals.retired],
    ["Retirement pending", totals.pending],
    ["Orders", String(orders)],
    ...(prices === null ? [] : [["Price", prices] as const]),
  ] as const;
  return <FigureTable rows={rows} columns={[]} style={[pdfStyles.section, { width: 300 }]} />;
}

type Portfolio = ReportView["portfolios"][number];
type Vintage = Portfolio["rows"][number];

function Project({ row }: { row: Vintage }) {
  return (
    <>
      <Paragraph>{row.project}</Paragraph>
      <Paragraph style={pdfStyles.label}>{row.registry}</Paragraph>
    </>
  );
}

const columns = [
  { title: "Project", style: pdfStyles.wide, cell: (row: Vintage) => <Project row={row} /> },
  { title: "Vintage", style: styles.vintage, cell: (row: Vintage) => row.vintage },
  { title: "Sold", style: styles.number, cell: (row: Vintage) => row.sold },
  { title: "Retired", style: styles.number, cell: (row: Vintage) => row.retired },
  { title: "Pending", style: styles.number, cell: (row: Vintage) => row.pending },
];
const priceColumn = {
  title: "Price",
  style: styles.prices,
  cell: (row: Vintage) => row.prices ?? "",
};

function Credits({ portfolio, hasPrices }: { portfolio: Portfolio; hasPrices: boolean }) {
  const { name, sold, retired, pending, rows } = portfolio;
  const caption = (
    <>
      <Paragraph style={pdfStyles.projectName}>{name}</Paragraph>
      <Text style={pdfStyles.quiet}>{`${sold} sold, ${retired} retired, ${pending} pending`}</Text>
    </>
  );
  const allColumns = hasPrices ? [...columns, priceColumn] : columns;
  return <Table caption={caption} columns={allColumns} rows={rows} />;
}

function Sales({ sales }: { sales: NonNullable<ReportView["sales"]> }) {
  return sales.map((sale) => (
    <SalePart key={sale.id} sale={sale} figureStyle={styles.number}>
      <Paragraph style={pdfStyles.label}>{`${sale.status}. ${sale.serial}`}</Paragraph>
      <Link src={sale.certificateUrl} style={[pdfStyles.label, pdfStyles.link]}>
        {`Certificate of order ${sale.order}`}
      </Link>
    </SalePart>
  ));
}

interface ReportProps {
  view: ReportView;
  logo: Buffer | null;
  isLacking: boolean;
}

function Report({ view, logo, isLacking }: ReportProps) {
  const { notes, portfolios, sales, hasPrices } = view;
  return (
    <>
      <Head account={view.account} logo={logo} />
      {view.mode === "test" && <TestNotice>{notes.test}</TestNotice>}
      <Title kind="Carbon credit report" title={view.subaccount}>
        <Text style={[pdfStyles.quiet, { marginTop: 4 }]}>{view.period}</Text>
        {!view.isComplete && <Text style={pdfStyles.quiet}>{notes.open}</Text>}
      </Title>
      <Totals view={view} />
      <Paragraph style={[pdfStyles.quiet, { marginTop: 10 }]}>
        {[notes.sold, notes.retired, hasPrices && notes.prices].filter(Boolean).join(" ")}
      </Paragraph>
      <Section title="Credits by portfolio">
        {portfolios.map((portfolio) => (
          <Credits key={portfolio.key} portfolio={portfolio} hasPrices={hasPrices} />
        ))}
        {portfolios.length === 0 && <Text style={pdfStyles.quiet}>{notes.nothing}</Text>}
      </Section>
      {portfolios.length > 0 && (
        <Section title="Orders, serial numbers and evidence">
          {view.ahead && <Paragraph style={pdfStyles.quiet}>{view.ahead}</Paragraph>}
          {sales ? <Sales sales={sales} /> : <Text style={pdfStyles.quiet}>{notes.more}</Text>}
        </Section>
      )}
      {isLacking && <MissingNote />}
    </>
  );
}

/** Renders the report as a PDF, with the logo and name of the account first. */
export async function drawReport(
  ctx: AccountContext,
  report: SubaccountReport,
): Promise<Uint8Array> {
  const original = toReportView(report, await findSaleViews(ctx, report));
  const logo = await findLogoOf(ctx, ctx.account);
  const { value: view, families, isLacking } = await makePrintable(original);
  const content = (
    <Report view={view} logo={logo && Buffer.from(logo.bytes)} isLacking={isLacking} />
  );
  return renderPdf(content, {
    title: `Carbon credit report: ${plain(original.subaccount)}, ${original.period}`,
    mode: original.mode,
    createdAt: report.createdAt,
    families,
    footer: [`Report for ${view.subaccount}, created on ${view.created}`],
  });
}
