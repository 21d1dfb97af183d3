/** Widths in pixels; all pictures are cut to 3:2. */
export const widths = [480, 960] as const;
export type Width = (typeof widths)[number];

export function pictureKey(digest: string, width: Width): string {
  return `pictures/${digest}-${width}.webp`;
}

/** The file key of a public file name such as "<digest>-480.webp"; null if it is malformed. */
export function pictureKeyOf(fileName: string): string | null {
  return /^[0-9a-f]{32}-(480|960)\.webp$/.test(fileName) ? `pictures/${fileName}` : null;
}

const HOUR_MS = 3_600_000;
const MAX_PAUSE_MS = 7 * 24 * HOUR_MS;

/** Pause after the nth failed attempt: an hour, then twice as long each time, up to a week. */
export function pauseMs(attempt: number): number {
  return Math.min(HOUR_MS * 2 ** Math.min(attempt - 1, 20), MAX_PAUSE_MS);
}
