// A public page: the path it answers, what it reads, what it shows, and who may share the answer.
import type { ReactNode } from "react";

/** What a page may know of the request for it. */
export interface PageRequest {
  /** By the names in the page's path. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** A header of the caller's; null for answers that are shared. */
  header(name: string): string | null;
}

/** What browsers, searches and shared links show of a page beside its content. */
export interface Head {
  title: string;
  /** The title is followed by the product's name, unless the page is somebody else's. */
  isWholeTitle?: boolean;
  description?: string;
  /** Whether searches may show the page. */
  isIndexed?: boolean;
  canonical?: string;
  /** What a shared link shows. */
  share?: { url: string; picture?: SharedPicture };
  language?: string;
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
  /** Addresses of the scripts that the page loads. */
  scripts?: readonly string[];
  /** What the scripts carry where the page's own Content-Security-Policy asks for it. */
  nonce?: string;
  /** In place of, or beside, the headers that every public page has. */
  headers?: Readonly<Record<string, string>>;
  /** Others may show the answer again for a while; nobody may if nothing is given. */
  shared?: PageGroup;
}

/**
 * `build`: changes only with the product itself. `data`: shows what may change at any time, so that
 * nobody sees it for long after that.
 */
export type PageGroup = "build" | "data";

/** How the front may keep answers in memory. */
export interface Keeping {
  group: PageGroup;
  /** Parameters that choose between answers; each is kept by itself. */
  varies?: readonly string[];
  /** Parameters that make the answer the caller's own: it is not kept. */
  personal?: readonly string[];
}

export interface PublicPage {
  /** Such as "/certificates/{order}". */
  path: string;
  /** Without it, every request is answered by itself. */
  keeping?: Keeping;
  view(request: PageRequest): Promise<PageView>;
}

interface Definition<Data> extends Omit<PublicPage, "view"> {
  load(request: PageRequest): Promise<Data> | Data;
  render(data: Data, request: PageRequest): PageView;
}

/** A page whose content is rendered from what was loaded before: React waits for nothing. */
export function publicPage<Data>({ load, render, ...rest }: Definition<Data>): PublicPage {
  return { ...rest, view: async (request) => render(await load(request), request) };
}

/** All public pages, and what is shown in their place. */
export interface PublicPages {
  pages: readonly PublicPage[];
  /** Where no page is. */
  missing: PageView;
  /** Where a page failed; the reason is in the log only. */
  failed: PageView;
}
