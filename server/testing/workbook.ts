// XLSX workbooks for tests, as spreadsheets write them.
import zlib from "node:zlib";

/** Text, a number as it is written, or a date as Excel's count of days. */
type Cell = string | number | { day: number };

interface Entry {
  name: string;
  text: string;
}

function header(signature: string, { name, text }: Entry, packed: Buffer): Buffer {
  const bytes = Buffer.alloc(30);
  bytes.write(signature, "hex");
  bytes.writeUInt16LE(20, 4);
  bytes.writeUInt16LE(8, 8);
  bytes.writeUInt32LE(zlib.crc32(text), 14);
  bytes.writeUInt32LE(packed.length, 18);
  bytes.writeUInt32LE(Buffer.byteLength(text), 22);
  bytes.writeUInt16LE(name.length, 26);
  return bytes;
}

/** An archive; `claimed` is the unpacked size that its directory states, by default the true one. */
export function zipOf(entries: readonly Entry[], claimed?: number): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const packed = zlib.deflateRawSync(entry.text);
    const local = header("504b0304", entry, packed);
    const body = Buffer.concat([local, Buffer.from(entry.name), packed]);
    const central = Buffer.alloc(46);
    central.write("504b01021400", "hex");
    local.copy(central, 6, 4);
    if (claimed !== undefined) central.writeUInt32LE(claimed, 24);
    central.writeUInt16LE(0, 30);
    central.writeUInt32LE(at, 42);
    directory.push(central, Buffer.from(entry.name));
    bodies.push(body);
    at += body.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("504b0506", "hex");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, index, end]);
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

function cellXml(cell: Cell, index: number, row: number): string {
  const place = `r="${String.fromCharCode(65 + index)}${row}"`;
  if (typeof cell === "object") return `<c ${place} s="1"><v>${cell.day}</v></c>`;
  if (typeof cell === "number") return `<c ${place}><v>${cell}</v></c>`;
  if (cell === "") return "";
  return `<c ${place} t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
}

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006/relationships";

/** The parts of a workbook with these sheets. */
export function workbookParts(...sheets: Cell[][][]): Entry[] {
  const refs = sheets.map((_, n) => `<sheet name="S${n}" sheetId="${n + 1}" r:id="r${n}"/>`);
  const relations = sheets.map(
    (_, n) => `<Relationship Id="r${n}" Type="${office}/worksheet" Target="worksheets/s${n}.xml"/>`,
  );
  const styles = `<Relationship Id="st" Type="${office}/styles" Target="styles.xml"/>`;
  const parts: Record<string, string> = {
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${refs.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${packages}">${relations.join("")}${styles}</Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
  };
  for (const [n, rows] of sheets.entries()) {
    const lines = rows.map((cells, row) => {
      const inner = cells.map((cell, index) => cellXml(cell, index, row + 1)).join("");
      return `<row r="${row + 1}">${inner}</row>`;
    });
    parts[`xl/worksheets/s${n}.xml`] =
      `<worksheet xmlns="${main}"><sheetData>${lines.join("")}</sheetData></worksheet>`;
  }
  return Object.entries(parts).map(([name, text]) => ({
    name,
    text: `<?xml version="1.0"?>${text}`,
  }));
}

export const workbookOf = (...sheets: Cell[][][]): Buffer => zipOf(workbookParts(...sheets));
