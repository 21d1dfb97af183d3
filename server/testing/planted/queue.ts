import type { PlantedBug } from "./bug";

const store = "server/domain/queue/job-store.ts";
const storeTest = "server/domain/queue/job-store.test.ts";

export const queueBugs: readonly PlantedBug[] = [
  {
    name: "mail-sent-by-two-workers",
    description: "A worker whose lease ended overwrites what the next worker stored of a job.",
    file: store,
    target: "finish",
    find: 'eb("runner", "=", job.runner)',
    replacement: 'eb("runner", "is not", null)',
    caughtBy: ["server/jobs/mails.test.ts", storeTest],
  },
  {
    name: "stopped-import-committed",
    description: "An import that an operator stopped at the last moment is committed all the same.",
    file: store,
    target: "finish",
    find: '.where((eb) => eb.not(eb.and([eb(job.state, "=", "done"), eb("stopRequested", "=", true)])))',
    replacement: "",
    caughtBy: ["server/jobs/imports.test.ts", storeTest],
  },
  {
    name: "job-claimed-twice",
    description: "Two workers claim the same job at once.",
    file: store,
    target: "claim",
    find: ".forUpdate()",
    replacement: "",
    caughtBy: [storeTest],
  },
];
