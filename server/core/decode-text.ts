/** UTF-16 begins with a mark, or its Latin letters have a zero each. */
function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const zeros = [0, 0];
  const head = bytes.subarray(0, 200);
  for (const [index, byte] of head.entries()) {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  if (odd * 3 > head.length && even === 0) return "utf-16le";
  return even * 3 > head.length && odd === 0 ? "utf-16be" : null;
}

/**
 * The text of a file. One that is neither UTF-8 nor UTF-16 is read as Windows-1252, which older
 * spreadsheets and the exports of CAR have. Null for a file that is no text, such as a workbook.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const utf16 = utf16Of(bytes);
  if (utf16 !== null) return new TextDecoder(utf16).decode(bytes);
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
