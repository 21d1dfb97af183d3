// PostgreSQL rejects NUL. No ID contains the replacement, so the lookup finds nothing.
const withoutNul = (id: string) => id.replaceAll("\0", "\ufffd");

/**
 * Returns the ID in a path segment, which Next passes encoded in some places and decoded in others.
 * Returns a segment that cannot be decoded unchanged.
 */
export function idIn(segment: string): string {
  try {
    const id = decodeURIComponent(segment);
    return withoutNul(encodeURIComponent(id) === segment ? id : segment);
  } catch {
    return withoutNul(segment);
  }
}
