// The id that a part of an address names.

/**
 * The id, whether its segment is still encoded or not: Next gives a page the one and its metadata
 * the other. A segment that cannot be decoded stands for itself.
 */
export function idIn(segment: string): string {
  try {
    const id = decodeURIComponent(segment);
    return encodeURIComponent(id) === segment ? id : segment;
  } catch {
    return segment;
  }
}
