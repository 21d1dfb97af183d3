export { type DrawnLine, drawLine } from "./draw-line";
export { pdfFacts, pdfSheet } from "./frame";
export { Brand, MissingNote, TestNotice } from "./parts";
export {
  type Attachment,
  cell,
  columnHeader,
  renderPdf,
  row,
  rowHeader,
  table,
  tagged,
} from "./render-pdf";
export { CONTENT_WIDTH, colors, shadeOf, styles as pdfStyles } from "./styles";
export { isFromTheRight, MISSING, makePrintable, Paragraph, plain } from "./text";
