// Renders certificates for the worker's mails, in a process of its own.
import os from "node:os";
import { serveRenderings } from "#jobs/certificate-renderer";

os.setPriority(os.constants.priority.PRIORITY_LOW);
serveRenderings();
