// The id that a part of an address names.

// PostgreSQL refuses a NUL; no id has one, nor this character, so the lookup finds nothing.
const withoutNul = (id: string) => id.replaceAll("\0", "\ufffd");

/**
 * The id, whether its segment is still encoded or not: Next gives a page the one and its metadata
 * the other. A segment that cannot be decoded stands for itself.
 */
export function idIn(segment: string): string {
  try {
    const id = decodeURIComponent(segment);
    return withoutNul(encodeURIComponent(id) === segment ? id : segment);
  } catch {
    return withoutNul(segment);
  }
}
