// Reads the files of an import in a process of its own: it takes seconds, and the process that asks
// for it may be selling.
import os from "node:os";
import { serveReader } from "#jobs/exports-reader";

os.setPriority(os.constants.priority.PRIORITY_LOW);
serveReader();
