// What searches and shared links show of a page of the catalogue.
import type { Head } from "#site/public-page";

interface Entry {
  mode: "live" | "test";
  name: string;
  description: string;
  /** Absolute. */
  url: string;
}

export function catalogueHead({ mode, name, description, url }: Entry): Head {
  return {
    title: mode === "test" ? `Test: ${name}` : name,
    description,
    // A search must not find what does not exist.
    isIndexed: mode === "live",
    canonical: url,
    share: { url },
  };
}

/** The mode that an address names, where it names one. */
export function modeIn(query: URLSearchParams): "live" | "test" | null {
  const mode = query.get("mode");
  return mode === "live" || mode === "test" ? mode : null;
}
