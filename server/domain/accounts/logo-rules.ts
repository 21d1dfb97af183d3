// What a logo may be when it comes, and where it is found once it is kept.

export const logoContentTypes = ["image/png", "image/jpeg", "image/webp", "image/svg+xml"] as const;
export const MAX_LOGO_BYTES = 5 * 1024 * 1024;

const FOLDER = "logos/";

/** The key of a logo in the store of files: it names its content, and so never changes it. */
export function logoFileKey(digestHex: string): string {
  return `${FOLDER}${digestHex}.png`;
}

/** The key of the logo that is published under this file name, or null where none could be. */
export function logoKeyOf(fileName: string): string | null {
  return /^[0-9a-f]{64}\.png$/.test(fileName) ? `${FOLDER}${fileName}` : null;
}
