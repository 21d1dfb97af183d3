import type { ReactNode } from "react";
import type { Reader } from "#core/reader";

export interface PageRequest {
  /** Parameters of the path, by name. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** English on pages that are not translated. */
  reader: Reader;
  /** Returns a request header; null for cached responses. */
  header(name: string): string | null;
}

/** Metadata for browsers, search engines and shared links. */
export interface Head {
  title: string;
  /** Omits the product's name after the title, on pages in the name of a shop. */
  isWholeTitle?: boolean;
  description?: string;
  /** False: search engines must not list the page. */
  isIndexed?: boolean;
  canonical?: string;
  /** Preview of shared links. */
  share?: { url: string; picture?: SharedPicture };
  language?: string;
  /** Addresses of the page in other languages. */
  alternates?: readonly { language: string; url: string }[];
  /** The owner's color, such as "#0d5c41", in place of the theme's. */
  accent?: string | null;
}

export interface SharedPicture {
  url: string;
  width: number;
  height: number;
  alt: string;
}

export interface PageView {
  /** 200 if none is given. */
  status?: number;
  head: Head;
  body: ReactNode;
  /** Sent as Markdown in place of the body. */
  markdown?: string;
  /** Addresses of scripts. */
  scripts?: readonly string[];
  /** Nonce of the scripts, if the page's Content-Security-Policy requires one. */
  nonce?: string;
  /** Added to the default headers, or replacing them. */
  headers?: Readonly<Record<string, string>>;
  /**
   * Makes the response cacheable. `versioned`: other caches ask each time, because a claim on the
   * page may be withdrawn.
   */
  shared?: PageGroup | "versioned";
  /** Address of a slow document that readers often open next. It may be rendered while they read. */
  next?: string;
}

/** `build` changes with the product's version; `data` can change at any time and is cached briefly. */
export type PageGroup = "build" | "data";

/** Rules for caching responses in the front. */
export interface Keeping {
  group: PageGroup;
  /** True if cached responses are only valid for the path's version. */
  isVersioned?: boolean;
  /** Query parameters that select the response. */
  varies?: readonly string[];
  /** Query parameters that make the response personal, so that it is not cached. */
  personal?: readonly string[];
}

export interface PublicPage {
  /** Such as "/certificates/{order}". */
  path: string;
  /** Omitted: accepts all parameters. Other addresses are left to pages and files after it. */
  accepts?(params: PageRequest["params"]): boolean;
  /** Omitted: responses are not cached. */
  keeping?: Keeping;
  /**
   * True if style sheet, font and scripts are files, for pages that are read one after another.
   * Others contain them, which saves a phone two connections before it has painted everything.
   */
  linksFiles?: boolean;
  /** True if the page exists in each language, which the address or the browser chooses. */
  isTranslated?: boolean;
  view(request: PageRequest): Promise<PageView>;
}

interface Definition<Data> extends Omit<PublicPage, "view"> {
  load(request: PageRequest): Promise<Data> | Data;
  render(data: Data, request: PageRequest): PageView;
}

/** Defines a page that is rendered synchronously from loaded data. */
export function publicPage<Data>({ load, render, ...rest }: Definition<Data>): PublicPage {
  return { ...rest, view: async (request) => render(await load(request), request) };
}

export interface PublicPages {
  pages: readonly PublicPage[];
  /**
   * Returns the version of what a path shows, or null if it has none. Cached responses of another
   * version are never served.
   */
  versionOf?(path: string): Promise<string | null>;
  /** Shown for unknown paths. */
  missing(reader: Reader): PageView;
  /** Shown if a page fails. The reason is only logged. */
  failed(reader: Reader): PageView;
  /** Shown in place of the dashboard: it is being built, or could not be. */
  unbuilt(state: "building" | "failed"): PageView;
}
