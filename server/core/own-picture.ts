// Which pictures a page may show: those of this installation, so that no other host is ever asked.

/** A picture's address within this installation; null for one elsewhere, which is never asked. */
export function ownPicture(url: string | null, appUrl: string): string | null {
  if (url === null || !URL.canParse(url, appUrl)) return null;
  const own = new URL(appUrl);
  const { origin, pathname, search } = new URL(url, own);
  return origin === own.origin ? pathname + search : null;
}
