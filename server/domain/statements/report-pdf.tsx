import { Image, Link, StyleSheet, Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import type { AccountContext } from "#core/context";
import { findLogoOf } from "#domain/accounts";
import { certificateCopy } from "#domain/certificates";
import {
  Brand,
  cell,
  columnHeader,
  MISSING,
  MissingNote,
  makePrintable,
  Paragraph,
  row as pdfRow,
  pdfStyles,
  plain,
  renderPdf,
  rowHeader,
  TestNotice,
  table,
  tagged,
} from "#pdf";
import type { SubaccountReport } from "./report";
import { type ReportView, toReportView } from "./report-view";
import { findSaleViews } from "./sale-view";

const styles = StyleSheet.create({
  head: { flexDirection: "row", alignItems: "center", justifyContent: "space-between" },
  owner: { flexDirection: "row", alignItems: "center", gap: 10, flex: 1, paddingRight: 20 },
  logo: { height: 34, maxWidth: 110, objectFit: "contain" },
  section: { marginTop: 22 },
  cells: { flexDirection: "row", marginTop: 3 },
  label: { flex: 1, paddingRight: 8 },
  vintage: { width: 40 },
  number: { width: 58, textAlign: "right" },
  prices: { width: 138, paddingLeft: 8, textAlign: "right" },
  day: { width: 100 },
});

const figure = [pdfStyles.text, pdfStyles.figures];
const number = [...figure, styles.number];

function Totals({ view: { totals, prices, orders } }: { view: ReportView }) {
  const rows = [
    ["Sold", totals.sold],
    ["Retired at registries", totals.retired],
    ["Retirement pending", totals.pending],
    ["Orders", String(orders)],
    ...(prices === null ? [] : [["Price", prices]]),
  ];
  return (
    <View {...table} style={[styles.section, { width: 300 }]}>
      {rows.map(([title, value]) => (
        <View key={title} {...pdfRow} style={styles.cells}>
          <Text {...rowHeader} style={[pdfStyles.text, styles.label]}>
            {title}
          </Text>
          <Text {...cell} style={figure}>
            {value}
          </Text>
        </View>
      ))}
    </View>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <View style={styles.section}>
      <Text {...tagged("H2")} style={pdfStyles.heading} minPresenceAhead={60}>
        {title}
      </Text>
      {children}
    </View>
  );
}

type Portfolio = ReportView["portfolios"][number];

function Head({ hasPrices }: { hasPrices: boolean }) {
  const cells = [
    ["Project", styles.label],
    ["Vintage", styles.vintage],
    ["Sold", styles.number],
    ["Retired", styles.number],
    ["Pending", styles.number],
    ...(hasPrices ? [["Price", styles.prices] as const] : []),
  ] as const;
  return (
    <View {...pdfRow} style={[styles.cells, { marginTop: 6 }]}>
      {cells.map(([text, style]) => (
        <Text key={text} {...columnHeader} style={[pdfStyles.label, style]}>
          {text}
        </Text>
      ))}
    </View>
  );
}

function Vintage({ row }: { row: Portfolio["rows"][number] }) {
  return (
    <View {...pdfRow} style={styles.cells} wrap={false}>
      <View {...cell} style={styles.label}>
        <Paragraph>{row.project}</Paragraph>
        <Paragraph style={pdfStyles.label}>{row.registry}</Paragraph>
      </View>
      <Text {...cell} style={[...figure, styles.vintage]}>
        {row.vintage}
      </Text>
      <Text {...cell} style={number}>
        {row.sold}
      </Text>
      <Text {...cell} style={number}>
        {row.retired}
      </Text>
      <Text {...cell} style={number}>
        {row.pending}
      </Text>
      {row.prices !== null && (
        <Text {...cell} style={[...figure, styles.prices]}>
          {row.prices}
        </Text>
      )}
    </View>
  );
}

function Credits({ portfolio, hasPrices }: { portfolio: Portfolio; hasPrices: boolean }) {
  const [first, ...others] = portfolio.rows;
  return (
    <View {...table} style={{ marginTop: 12 }}>
      <View wrap={false}>
        <View {...tagged("Caption")}>
          <Paragraph style={pdfStyles.projectName}>{portfolio.name}</Paragraph>
          <Text style={pdfStyles.quiet}>
            {`${portfolio.sold} sold, ${portfolio.retired} retired, ${portfolio.pending} pending`}
          </Text>
        </View>
        <Head hasPrices={hasPrices} />
        {first && <Vintage row={first} />}
      </View>
      {others.map((row) => (
        <Vintage key={row.key} row={row} />
      ))}
    </View>
  );
}

function Sales({ sales }: { sales: NonNullable<ReportView["sales"]> }) {
  return sales.map((sale) => (
    <View key={sale.id} style={[pdfStyles.rule, { marginTop: 6, paddingTop: 5 }]} wrap={false}>
      <View style={styles.cells}>
        <Text style={[...figure, styles.day]}>{sale.day}</Text>
        <View style={styles.label}>
          <Paragraph>{sale.credits}</Paragraph>
        </View>
        <Text style={number}>{sale.kg}</Text>
        {sale.price !== null && <Text style={number}>{sale.price}</Text>}
      </View>
      <Paragraph style={pdfStyles.label}>{`${sale.status}. ${sale.serial}`}</Paragraph>
      <Link src={sale.certificateUrl} style={[pdfStyles.label, pdfStyles.link]}>
        {`Certificate of order ${sale.order}`}
      </Link>
    </View>
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
      <View style={styles.head}>
        <View style={styles.owner}>
          {logo && <Image src={{ data: logo, format: "png" }} style={styles.logo} />}
          <Paragraph style={pdfStyles.nameMedium}>{view.account}</Paragraph>
        </View>
        <Brand />
      </View>
      {view.mode === "test" && <TestNotice>{notes.test}</TestNotice>}
      <View style={{ marginTop: 30 }}>
        <Text style={pdfStyles.eyebrow}>Carbon credit report</Text>
        <Paragraph {...tagged("H1")} style={[pdfStyles.nameShort, { marginTop: 2 }]}>
          {view.subaccount}
        </Paragraph>
        <Text style={[pdfStyles.quiet, { marginTop: 4 }]}>{view.period}</Text>
        {!view.isComplete && <Text style={pdfStyles.quiet}>{notes.open}</Text>}
      </View>
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
      {isLacking && <MissingNote>{certificateCopy.en.pdf.missing(MISSING)}</MissingNote>}
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
