import { Text, View } from "@react-pdf/renderer";
import { formatDay } from "#core/dates";
import {
  cell,
  Fact,
  MISSING,
  makePrintable,
  Paragraph,
  pdfStyles,
  plain,
  renderPdf,
  row,
  rowHeader,
  Table,
  TestNotice,
  table,
  tagged,
} from "#pdf";
import { invoiceCopy } from "./invoice-copy";
import { NationalTax } from "./invoice-pdf-national";
import { styles } from "./invoice-pdf-styles";
import { copyOf, type Locale, labeled, money, number, percent } from "./invoice-text";
import type { InvoiceContent, InvoiceGroup } from "./schema";

interface PartyView {
  name: string;
  lines: string[];
}

/** The content with separate lines, because making texts printable joins those of a text. */
interface InvoiceView extends Omit<InvoiceContent, "issuer" | "buyer"> {
  issuer: PartyView;
  buyer: PartyView;
  bankLines: string[];
}

interface Props {
  content: InvoiceView;
}

const linesOf = (text: string) => text.split("\n").filter((line) => line.trim() !== "");

function partyOf(party: InvoiceContent["buyer"], language: InvoiceContent["language"]): PartyView {
  const country = new Intl.DisplayNames(language, { type: "region" }).of(party.country_code);
  const taxId = party.tax_id && labeled(invoiceCopy[language].taxId, party.tax_id, language);
  const lines = [...linesOf(party.address), country ?? party.country_code, taxId ?? ""];
  return { name: party.legal_name, lines: lines.filter((line) => line !== "") };
}

function viewOf(content: InvoiceContent): InvoiceView {
  const { issuer, buyer, language } = content;
  return {
    ...content,
    issuer: partyOf(issuer, language),
    buyer: partyOf(buyer, language),
    bankLines: linesOf(issuer.bank_text ?? ""),
  };
}

function Party({ label, party }: { label: string; party: PartyView }) {
  return (
    <Fact label={label} style={styles.party}>
      <Paragraph style={pdfStyles.projectName}>{party.name}</Paragraph>
      {party.lines.map((line) => (
        <Paragraph key={line}>{line}</Paragraph>
      ))}
    </Fact>
  );
}

function Facts({ content }: Props) {
  const copy = copyOf(content);
  const day = (date: string) => formatDay(date, content.language);
  const facts = [
    { label: copy.number, value: content.number },
    { label: copy.issued, value: day(content.issued_on) },
    { label: copy.period, value: copy.month(content.period) },
    ...(content.due_on === null ? [] : [{ label: copy.due, value: day(content.due_on) }]),
  ];
  return (
    <View style={[pdfStyles.rule, styles.facts]}>
      {facts.map(({ label, value }) => (
        <Fact key={label} label={label} style={styles.fact}>
          <Text style={pdfStyles.figure}>{value}</Text>
        </Fact>
      ))}
    </View>
  );
}

/** True for credited orders whose net is less than amount times price. */
const isPartOfPrice = (line: InvoiceGroup) =>
  1_000 * line.net < line.amount_kg * line.price_per_tonne;

function Item({ line, language }: { line: InvoiceGroup; language: Locale["language"] }) {
  const copy = invoiceCopy[language];
  return (
    <>
      <Paragraph>{copy.item(line.portfolio)}</Paragraph>
      {line.subaccount !== null && <Paragraph style={pdfStyles.quiet}>{line.subaccount}</Paragraph>}
      {isPartOfPrice(line) && <Paragraph style={pdfStyles.quiet}>{copy.partOfPrice}</Paragraph>}
    </>
  );
}

function Lines({ content }: Props) {
  const copy = copyOf(content);
  const columns = [
    {
      title: copy.description,
      style: styles.item,
      cell: (line: InvoiceGroup) => <Item line={line} language={content.language} />,
    },
    {
      title: copy.orders,
      style: styles.count,
      cell: (line: InvoiceGroup) => number(line.orders, content),
    },
    {
      title: copy.amount,
      style: styles.kg,
      cell: (line: InvoiceGroup) => `${number(line.amount_kg, content)} kg`,
    },
    {
      title: copy.pricePerTonne,
      style: styles.price,
      cell: (line: InvoiceGroup) => money(line.price_per_tonne, content),
    },
    {
      title: copy.net,
      style: styles.money,
      cell: (line: InvoiceGroup) => money(line.net, content),
    },
  ];
  return (
    <Table
      columns={columns}
      rows={content.lines.map((line, at) => ({ ...line, key: String(at) }))}
      style={styles.table}
      headStyle={styles.row}
      rowStyle={[pdfStyles.rule, styles.row]}
    />
  );
}

function Sums({ content }: Props) {
  const copy = copyOf(content);
  const taxes = content.taxes.map((tax) => {
    // Reverse charge is not a rate of zero: the legal text below says what applies.
    const rate = tax.kind === "standard" ? percent(tax.rate_basis_points, content.language) : "";
    const name = [tax.name, rate, copy.ofWhich(money(tax.net, content))];
    return { key: tax.rule_id, name: name.filter(Boolean).join(" "), amount: tax.tax };
  });
  return (
    <View style={[pdfStyles.rule, { marginTop: 2 }]} wrap={false}>
      <View {...table} style={styles.sums}>
        {[{ key: "net", name: copy.net, amount: content.net }, ...taxes].map((sum) => (
          <View key={sum.key} {...row} style={styles.sum}>
            <Text {...rowHeader} style={pdfStyles.text}>
              {sum.name}
            </Text>
            <Text {...cell} style={pdfStyles.figure}>
              {money(sum.amount, content)}
            </Text>
          </View>
        ))}
        <View {...row} style={[pdfStyles.rule, styles.sum, { marginTop: 6, paddingTop: 6 }]}>
          <Text {...rowHeader} style={styles.total}>
            {content.kind === "invoice" ? copy.total : copy.credit}
          </Text>
          <Text {...cell} style={[styles.total, pdfStyles.figures]}>
            {money(content.total, content)}
          </Text>
        </View>
      </View>
    </View>
  );
}

/** The legal texts of the taxes, and how to pay. */
function Notes({ content }: Props) {
  const copy = copyOf(content);
  const { due_on: dueOn, credits, bankLines, taxes } = content;
  const total = money(content.total, content);
  const legal = [...new Set(taxes.flatMap(({ legal_text: text }) => text ?? []))];
  return (
    <View style={{ marginTop: 10 }} wrap={false}>
      {legal.map((text) => (
        <Paragraph key={text} style={[pdfStyles.text, styles.note]}>
          {text}
        </Paragraph>
      ))}
      {credits === null && (
        <Paragraph style={[pdfStyles.projectName, styles.note]}>
          {dueOn === null
            ? copy.prepaid
            : copy.pay(total, formatDay(dueOn, content.language), content.number)}
        </Paragraph>
      )}
      {credits !== null && (
        <View style={styles.note}>
          <Paragraph>
            {copy.credits(credits.number, formatDay(credits.issued_on, content.language))}
          </Paragraph>
          <Paragraph>{labeled(copy.reason, credits.reason, content.language)}</Paragraph>
          <Paragraph>{copy.credited}</Paragraph>
        </View>
      )}
      {dueOn !== null && bankLines.map((line) => <Paragraph key={line}>{line}</Paragraph>)}
    </View>
  );
}

const titleOf = ({ kind, number, language }: InvoiceContent | InvoiceView) =>
  `${invoiceCopy[language].titles[kind]} ${number}`;

function Invoice({ content, isLacking }: Props & { isLacking: boolean }) {
  const copy = copyOf(content);
  return (
    <>
      <View style={styles.head}>
        <Paragraph style={styles.issuer}>{content.issuer.name}</Paragraph>
      </View>
      {content.mode === "test" && <TestNotice>{copy.testNotice}</TestNotice>}
      <Text style={[pdfStyles.eyebrow, styles.eyebrow]}>{copy.month(content.period)}</Text>
      <Text {...tagged("H1")} style={pdfStyles.nameShort}>
        {titleOf(content)}
      </Text>
      <View style={styles.parties}>
        <Party label={copy.to} party={content.buyer} />
        <Party label={copy.from} party={content.issuer} />
      </View>
      <Facts content={content} />
      <Lines content={content} />
      <Sums content={content} />
      <NationalTax content={content} />
      <Notes content={content} />
      {isLacking && <Text style={[pdfStyles.label, styles.note]}>{copy.lacking(MISSING)}</Text>}
    </>
  );
}

/** Renders the PDF. The same content always results in the same bytes. */
export async function renderInvoicePdf(content: InvoiceContent): Promise<Uint8Array> {
  const { value: drawn, families, isLacking } = await makePrintable(viewOf(content));
  return renderPdf(<Invoice content={drawn} isLacking={isLacking} />, {
    title: titleOf(content),
    mode: content.mode,
    createdAt: new Date(content.issued_on),
    language: content.language,
    author: plain(content.issuer.legal_name),
    families,
    footer: [`${drawn.issuer.name} · ${content.number}`],
    pageLabel: copyOf(content).page,
  });
}
