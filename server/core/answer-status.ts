// Lets a page answer with an HTTP status that Next's pages cannot set, such as 410 Gone.
import { AsyncLocalStorage } from "node:async_hooks";

interface Answer {
  status?: number;
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

/** Runs `handle`, in which `answerStatus` may be called; the server in front of Next does so. */
export function withAnswer<T>(handle: (answer: Readonly<Answer>) => T): T {
  const answer: Answer = {};
  return answers.run(answer, () => handle(answer));
}
