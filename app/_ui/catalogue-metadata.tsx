// What searches and shared links show of a page of the catalogue.
import type { Metadata } from "next";

interface Entry {
  mode: "live" | "test";
  name: string;
  description: string;
  /** Absolute. */
  url: string;
}

export const notFoundMetadata: Metadata = { title: "Not found", robots: { index: false } };

export function catalogueMetadata({ mode, name, description, url }: Entry): Metadata {
  const title = mode === "test" ? `Test: ${name}` : name;
  return {
    title,
    description,
    // A search must not find what does not exist.
    robots: { index: mode === "live" },
    alternates: { canonical: url },
    openGraph: { type: "website", siteName: "Carbon Till", title, description, url },
    twitter: { card: "summary", title, description },
  };
}
