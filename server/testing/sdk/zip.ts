import zlib from "node:zlib";

/** 1980-01-01, the earliest date that the format has. */
const DATE = 0x21;
const UTF8_NAMES = 0x800;
const REGULAR_FILE = 0o100644;

/** The fields that a file's header and its entry in the directory share. */
function fieldsOf(name: Buffer, content: Buffer): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0); // version needed
  fields.writeUInt16LE(UTF8_NAMES, 2);
  fields.writeUInt16LE(DATE, 8);
  fields.writeUInt32LE(zlib.crc32(content), 10);
  fields.writeUInt32LE(content.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

function entryOf(fields: Buffer, offset: number): Buffer {
  const start = Buffer.from([0x50, 0x4b, 1, 2, 20, 3]); // made on Unix
  const end = Buffer.alloc(14);
  end.writeUInt32LE(REGULAR_FILE * 0x10000, 6);
  end.writeUInt32LE(offset, 10);
  return Buffer.concat([start, fields, end]);
}

/** Returns a ZIP file that stores its files as they are, the same bytes on every machine. */
export function packZip(files: readonly (readonly [name: string, content: Buffer])[]): Buffer {
  const [parts, entries]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [text, content] of files) {
    const name = Buffer.from(text);
    const fields = fieldsOf(name, content);
    const part = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), fields, name, content]);
    parts.push(part);
    entries.push(entryOf(fields, offset), name);
    offset += part.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}
