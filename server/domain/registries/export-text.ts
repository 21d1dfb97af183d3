/**
 * The text of an export. Those that are not UTF-8 are read as Windows-1252, which the exports of
 * CAR have. Null for a file that is no text, such as a spreadsheet.
 */
export function decodeExport(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
