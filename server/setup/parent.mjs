// Ties a child process to its parent: a pipe between them closes however the parent ends. Plain
// JavaScript, because server/boot.mjs runs before anything is installed.
import fs from "node:fs";
import net from "node:net";

const PIPE = 3;

/** Options of `spawn` that make the child's `onParentEnd` work. */
export function tiedToParent(stdio = "inherit") {
  return { stdio: [stdio, stdio, stdio, "pipe"], env: { CT_TIED_TO_PARENT: "1" } };
}

/** Calls `onEnd` when the process that used `tiedToParent` has ended. */
export function onParentEnd(onEnd) {
  const isTied = process.env.CT_TIED_TO_PARENT === "1";
  // Not for its own children, which do not have the pipe.
  delete process.env.CT_TIED_TO_PARENT;
  if (!isTied || !fs.fstatSync(PIPE, { throwIfNoEntry: false })) return;
  const pipe = new net.Socket({ fd: PIPE, readable: true, writable: false });
  pipe.on("error", () => undefined);
  pipe.once("close", onEnd);
  pipe.resume();
  pipe.unref();
}
