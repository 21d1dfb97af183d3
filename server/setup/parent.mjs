// Ties a child process to its parent: the pipe between them closes when the parent ends, however.
// Plain JavaScript, because server/boot.mjs needs it before anything is installed.
import fs from "node:fs";
import net from "node:net";

const PIPE = 3;

/** What `spawn` needs so that the child's `onParentEnd` works; `env` goes beside the child's own. */
export function tiedToParent(stdio = "inherit") {
  return { stdio: [stdio, stdio, stdio, "pipe"], env: { CT_TIED_TO_PARENT: "1" } };
}

/** Calls `act` once the process that started this one, by `tiedToParent`, has ended. */
export function onParentEnd(act) {
  const isTied = process.env.CT_TIED_TO_PARENT === "1";
  // For this process alone: its own children do not have the pipe.
  delete process.env.CT_TIED_TO_PARENT;
  if (!isTied || !fs.fstatSync(PIPE, { throwIfNoEntry: false })) return;
  const pipe = new net.Socket({ fd: PIPE, readable: true, writable: false });
  pipe.on("error", () => undefined);
  pipe.once("close", act);
  pipe.resume();
  pipe.unref();
}
