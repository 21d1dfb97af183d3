// Lets a page choose of its answer what Next's pages cannot: an HTTP status such as 410, headers.
import { AsyncLocalStorage } from "node:async_hooks";
import type { OutsideSources } from "./page-headers";

/** What the page that is being rendered asked for. */
export interface Answer {
  status?: number;
  /** Sent only of pages that go out whole: see server/http/still-page.ts. */
  headers: Map<string, string>;
  /** What else it may load and call; likewise. */
  outside: OutsideSources | null;
}

// One per process: the bundler makes a second copy of this module for the pages.
const shared = globalThis as { carbonTillAnswers?: AsyncLocalStorage<Answer> };
shared.carbonTillAnswers ??= new AsyncLocalStorage<Answer>();
const answers = shared.carbonTillAnswers;

/**
 * Makes the page that is being rendered answer with `status` in place of 200. To be called before
 * anything of the page is sent: in the page itself, outside any Suspense boundary.
 */
export function answerStatus(status: number): void {
  const answer = answers.getStore();
  if (answer) answer.status = status;
}

/** Makes a page that goes out whole carry a header. */
export function answerHeader(name: string, value: string): void {
  answers.getStore()?.headers.set(name, value);
}

/**
 * Lets everybody be shown this page again for `seconds`, and for `staleSeconds` more while a newer
 * one is fetched. Only for pages that say the same to everybody.
 */
function answerToAll({ seconds, staleSeconds }: { seconds: number; staleSeconds: number }) {
  answerHeader(
    "Cache-Control",
    `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${staleSeconds}`,
  );
}

/** A page that only changes with the product itself. */
export function answerWithDocument(): void {
  answerToAll({ seconds: 300, staleSeconds: 3600 });
}

/** A page of what may change at any time: nobody sees it for long after that. */
export function answerWithData(): void {
  answerToAll({ seconds: 2, staleSeconds: 8 });
}

/** Lets this one answer load and call what a payment provider needs. */
export function answerWithOutside(outside: OutsideSources): void {
  const answer = answers.getStore();
  if (answer) answer.outside = outside;
}

/** Runs `handle`, in which the page may choose; the server in front of Next does so. */
export function withAnswer<T>(handle: (answer: Readonly<Answer>) => T): T {
  const answer: Answer = { headers: new Map(), outside: null };
  return answers.run(answer, () => handle(answer));
}
