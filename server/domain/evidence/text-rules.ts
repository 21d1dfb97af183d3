/** Normalizes what a portal's form or an export may change in a text: case and white space. */
export function comparableText(text: string): string {
  return text.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase();
}

export function isSameText(a: string, b: string): boolean {
  return comparableText(a) === comparableText(b);
}
