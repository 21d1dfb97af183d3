export { type DrawnLine, drawLine } from "./draw-line";
export { Brand, Fact, MissingNote, Section, TestNotice, Title } from "./parts";
export { type Attachment, renderPdf } from "./render-pdf";
export {
  CONTENT_WIDTH,
  colors,
  type Style as PdfStyle,
  shadeOf,
  styles as pdfStyles,
} from "./styles";
export { FigureTable, Table } from "./table";
export { cell, columnHeader, row, rowHeader, table, tagged } from "./tags";
export { isFromTheRight, MISSING, makePrintable, Paragraph, plain } from "./text";
