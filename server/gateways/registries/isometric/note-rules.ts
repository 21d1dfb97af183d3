/** Splits into characters as people see them, so that none is cut in half. */
const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  let start = "";
  for (const { segment } of characters.segment(text)) {
    if (start.length + segment.length > maxLength - 1) break;
    start += segment;
  }
  return `${start.trimEnd()}…`;
}

/**
 * Returns a registry's public note with the beneficiary and our request's ID. A long beneficiary is
 * shortened; the ID never is, because a lost request is recognized by it.
 */
export function retirementNote(
  { id, beneficiary }: { id: string; beneficiary: string },
  maxLength: number,
): string {
  const reference = ` Reference ${id}`;
  const name = beneficiary.replace(/\s+/g, " ").trim();
  const start = "Retired for ";
  return `${start}${shortened(name, maxLength - start.length - reference.length - 1)}.${reference}`;
}

/** Returns true if the note carries the request's ID, and not one that only starts with it. */
export function isNoteOf(note: string | null, id: string): boolean {
  return note?.split(/[^\w-]+/).includes(id) === true;
}
