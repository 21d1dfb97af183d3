import PdfDocument from "pdfkit";

interface Font {
  postscriptName: string;
}

/** The file that the renderer of @react-pdf draws into. */
export class PdfOutput extends PdfDocument {
  /** Text of the glyphs to come, where their order is another; empty if earlier glyphs had it. */
  actualText: string | undefined;

  /** @param source a font, or the name of one that each reader has */
  override font(source: Font | string, size: number): this {
    // Of fonts without a family, pdfkit opens one for each text.
    return super.font(source, typeof source === "string" ? source : source.postscriptName, size);
  }

  override link(x: number, y: number, width: number, height: number, url: string): this {
    const more = { structParent: this._currentStructureElement, Contents: Object(url) };
    return super.link(x, y, width, height, url, more);
  }

  /** Readers take the text of a span where its end has the coordinates of its glyphs. */
  override addContent(operators: string): this {
    if (this.actualText === undefined) return super.addContent(operators);
    if (operators === "BT") {
      // An object, because pdfkit ignores an empty primitive.
      this.markContent("Span", { actual: Object(this.actualText) });
      this.actualText = "";
    }
    super.addContent(operators);
    return operators === "ET" ? this.endMarkedContent() : this;
  }

  /** Does nothing: the renderer ends a document after each node that it draws. */
  override end(): void {}

  endDocument(): void {
    super.end();
  }
}
