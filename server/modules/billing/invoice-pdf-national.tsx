import { View } from "@react-pdf/renderer";
import { formatDay } from "#core/dates";
import { Paragraph, pdfStyles } from "#pdf";
import { styles } from "./invoice-pdf-styles";
import { copyOf, type Locale, labeled, money, percent } from "./invoice-text";
import type { InvoiceContent, NationalTax as National } from "./schema";

type NationalRate = National["rates"][number];
type Content = Pick<InvoiceContent, "national" | "language" | "currency" | "taxes">;

/** Tax in the currency of its country, with the rates. */
export function NationalTax({ content }: { content: Content }) {
  const { national, language, taxes } = content;
  if (national === null) return null;
  const copy = copyOf(content);
  const { currency } = national;
  const rows = national.taxes.map(({ rule_id: ruleId, net, tax }) => {
    const of = taxes.find((each) => each.rule_id === ruleId);
    const rate = percent(of?.rate_basis_points ?? 0, language);
    const on = net === null ? "" : copy.ofWhich(money(net, { language, currency }));
    const name = [of?.name, rate, on].filter(Boolean).join(" ");
    return { key: ruleId, text: labeled(name, money(tax, { language, currency }), language) };
  });
  const { net, tax } = national;
  const sum = [
    ...(net === null ? [] : [labeled(copy.net, money(net, { language, currency }), language)]),
    labeled(copy.tax, money(tax, { language, currency }), language),
  ];
  return (
    <View style={{ marginTop: 10 }} wrap={false}>
      <Paragraph style={[pdfStyles.projectName, styles.note]}>
        {copy.nationalTax(currency)}
      </Paragraph>
      {rows.map(({ key, text }) => (
        <Paragraph key={key}>{text}</Paragraph>
      ))}
      {rows.length > 1 && <Paragraph>{sum.join(" · ")}</Paragraph>}
      {national.rates.map((rate) => (
        <Paragraph key={rate.from + rate.to} style={pdfStyles.quiet}>
          {copy.rate(rateTerms(rate, language), formatDay(national.tax_point, language))}
        </Paragraph>
      ))}
    </View>
  );
}

/** "1 EUR = 0.8561 GBP (HMRC)", with the digits that were published. */
function rateTerms({ from, to, rate, source }: NationalRate, language: Locale["language"]) {
  const written = language === "en" ? rate : rate.replace(".", ",");
  return `1 ${from} = ${written} ${to} (${source})`;
}
