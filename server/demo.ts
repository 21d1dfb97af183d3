// Fills the past of the demo account for `npm start`, while the server serves: at low priority, and in
// a process of its own, because all its new IDs have times of the past.
import os from "node:os";
import { closeDatabase } from "#core/db";
import { onParentEnd } from "#parent";
import { fillYear } from "#seed";

os.setPriority(os.constants.priority.PRIORITY_LOW);
onParentEnd(() => process.exit(1));
await fillYear();
await closeDatabase();
