// The addresses of the public pages of the catalogue. Live and test may use the same ids.

type Mode = "live" | "test";

const suffix = (mode: Mode) => (mode === "test" ? "?mode=test" : "");

/** The page of a project. */
export function projectPath(id: string, mode: Mode): string {
  return `/projects/${encodeURIComponent(id)}${suffix(mode)}`;
}

/** The page of a portfolio. */
export function portfolioPath(id: string, mode: Mode): string {
  return `/portfolios/${encodeURIComponent(id)}${suffix(mode)}`;
}
