// Two stores of files as one: a new one, and the one that was there before it.
import type { Files } from "./files";

/** New files go to `present`; what `former` holds stays there, is found, and keeps its keys. */
export function layeredFiles(present: Files, former: Files): Files {
  return {
    find: async (key) => (await present.find(key)) ?? former.find(key),
    put: async (key, content) => (await former.find(key)) ?? present.put(key, content),
  };
}
