// Starts of other programs of the app.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { projectRoot } from "./build";

/** The bundle of production, not the sources that development and tests run. */
const isBundled = import.meta.url.endsWith(".mjs");

/**
 * Arguments of Node. `source` is relative to the root. Bundles run without source maps: Node would
 * hold those of all pages in memory, about 150 MB.
 */
export function programLine(
  source:
    | "server/build.ts"
    | "server/demo.ts"
    | "server/http/renderer.ts"
    | "server/read-exports.ts"
    | "server/render-certificates.ts",
): string[] {
  if (!isBundled) return ["--import", "tsx", source];
  const { name } = path.parse(source);
  return [path.join(projectRoot(), "dist", `${name}.mjs`)];
}

/** The next message of a program that runs with an IPC channel. @throws if it ends before */
export async function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  const ended = new AbortController();
  const { signal } = ended;
  const died = once(child, "exit", { signal }).then(() => {
    throw new Error("a program has ended before its next message");
  });
  try {
    const [message] = await Promise.race([once(child, "message", { signal }), died]);
    return message as Message;
  } finally {
    died.catch(() => undefined);
    ended.abort();
  }
}
