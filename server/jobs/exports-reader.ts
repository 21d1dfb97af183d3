// The other end of `openExports`.
import { Problem } from "#core/errors";
import { type ReadExports, readExports } from "#domain/registries";
import type { FromReader } from "./read-apart";

const send = (message: FromReader) => process.send?.(message);

function open(input: ReadExports): void {
  try {
    const { summary, parts } = readExports(input);
    const left = parts.values();
    process.on("message", () => send({ type: "part", part: left.next().value ?? null }));
    send({ type: "summary", summary });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    send({ type: "refused", title: error.title, errors: error.errors ?? {} });
  }
}

/** Reads the files that the parent sends, and returns one part per further message. */
export function serveReader(): void {
  process.once("disconnect", () => process.exit());
  process.once("message", open);
}
