import { Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import { Paragraph, type PdfStyle, pdfStyles } from "#pdf";
import type { SaleView } from "./sale-view";

interface SalePartProps {
  sale: Pick<SaleView, "day" | "credits" | "kg"> & { price: string | null };
  figureStyle: PdfStyle;
  children: ReactNode;
}

/** A sale with what is known about it below. */
export function SalePart({ sale, figureStyle, children }: SalePartProps) {
  const figure = [pdfStyles.figure, figureStyle].flat();
  return (
    <View style={[pdfStyles.rule, { marginTop: 6, paddingTop: 5 }]} wrap={false}>
      <View style={pdfStyles.cells}>
        <Text style={[pdfStyles.figure, { width: 100 }]}>{sale.day}</Text>
        <View style={pdfStyles.wide}>
          <Paragraph>{sale.credits}</Paragraph>
        </View>
        <Text style={figure}>{sale.kg}</Text>
        {sale.price !== null && <Text style={figure}>{sale.price}</Text>}
      </View>
      {children}
    </View>
  );
}
