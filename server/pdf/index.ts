export { type DrawnLine, drawLine } from "./draw-line";
export { Brand, MissingNote, TestNotice } from "./parts";
export { type Attachment, renderPdf } from "./render-pdf";
export { CONTENT_WIDTH, colors, shadeOf, styles as pdfStyles } from "./styles";
export { cell, columnHeader, row, rowHeader, table, tagged } from "./tags";
export { isFromTheRight, MISSING, makePrintable, Paragraph, plain } from "./text";
