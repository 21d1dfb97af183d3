// Which names accounts may have in addresses. Forms ask it too, in the browser.

/** What the dashboard's own pages are called, below the same path as accounts. */
const PAGES = ["invitation", "login", "me", "operator", "reset"];

/** Whether an account may be called so in addresses; another one may still have the name. */
export function mayBeSlug(slug: string): boolean {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) && slug.length <= 100 && !PAGES.includes(slug);
}
