/** Methods that PDFs use. @types/pdfkit lacks the marks of PDF/UA. */
declare module "pdfkit" {
  import type { Readable } from "node:stream";

  export interface StructureElement {
    /** Takes an element, or draws content that belongs to this one. */
    add(child: StructureElement | (() => void)): this;
  }

  export default class PDFDocument extends Readable {
    constructor(options: object);
    /** Owner of the content that is drawn now. */
    protected _currentStructureElement?: StructureElement;
    save(): this;
    restore(): this;
    translate(x: number, y: number): this;
    font(source: unknown, ...options: unknown[]): this;
    link(x: number, y: number, width: number, height: number, url: string, more?: object): this;
    file(bytes: Uint8Array, options: object): unknown;
    addContent(operators: string): this;
    struct(type: string, options?: object, children?: (() => void)[]): StructureElement;
    addStructure(element: StructureElement): this;
    markContent(type: string, options?: object): this;
    endMarkedContent(): this;
    end(): void;
  }
}
