import type { PlantedBug } from "./bug";

const room = "server/domain/evidence";
const isometric = "server/gateways/registries/isometric";
const runTest = `${room}/run-requests.test.ts`;

export const registryRequestBugs: readonly PlantedBug[] = [
  {
    name: "request-repeated-while-under-way",
    description: "A request is sent again while the first one may still be carried out.",
    file: `${room}/request-schedule-rules.ts`,
    target: "stepAfterAbsent",
    find: "if (request.now < settledAt)",
    replacement: "if (request.now < request.sentAt)",
    caughtBy: [`${room}/request-schedule-rules.unit.test.ts`],
  },
  {
    name: "confirmation-in-one-slice",
    description: "A large request is confirmed at once, and no order is matched meanwhile.",
    file: `${room}/slices.ts`,
    target: "firstSlice",
    find: "const limit = SLICE_ALLOCATIONS;",
    replacement: "const limit = 1_000_000;",
    caughtBy: [`${room}/confirm-slices.test.ts`],
  },
  {
    name: "backlog-in-one-request",
    description: "Requests for a backlog are written at once, and no order is matched meanwhile.",
    file: `${room}/run-requests.ts`,
    target: "findDue",
    find: "maxAllocations: SLICE_ALLOCATIONS,",
    replacement: "",
    caughtBy: [`${room}/confirm-slices.test.ts`],
  },
  {
    name: "repeated-request-takes-other-credits",
    description: "A repeated request chooses other credits, so both attempts can retire some.",
    file: `${room}/send-request.ts`,
    target: "sendingOf",
    find: "if (request.sending) return request.sending;",
    replacement: "",
    caughtBy: [runTest],
  },
  {
    name: "refusal-believed-at-once",
    description: "A refusal ends the request although a copy of it was carried out.",
    file: `${room}/send-request.ts`,
    target: "recordResult",
    find: "return postpone(ctx, step, { error: result.reason, refusal: result.reason });",
    replacement: "return refuse(ctx, step, result.reason);",
    caughtBy: [runTest],
  },
  {
    name: "registry-record-not-compared",
    description: "Kg count as retired although the registry's record has another amount.",
    file: `${room}/send-request.ts`,
    target: "confirm",
    find: "record.quantityKg !== requestedKg",
    replacement: "record.quantityKg < 0",
    caughtBy: [runTest],
  },
  {
    name: "retired-kg-sent",
    description: "A request is sent although an import has confirmed a part of it meanwhile.",
    file: `${room}/request-queue.ts`,
    target: "saveSending",
    find: "kg} = (",
    replacement: "kg} >= (",
    caughtBy: [runTest],
  },
  {
    name: "registry-served-twice",
    description: "A worker serves a registry that another one is serving.",
    file: `${room}/request-queue.ts`,
    target: "claim",
    find: '.where("registryRunners.leasedUntil", "<=", lease.now),',
    replacement: ",",
    caughtBy: [runTest],
  },
  {
    name: "batch-promised-twice",
    description: "Two open requests plan to split the same credit batch.",
    file: `${isometric}/retirements.ts`,
    target: "prepare",
    find: "!reserved.has(id)",
    replacement: "reserved.size >= 0 && id !== null",
    caughtBy: [`${isometric}/retirements.unit.test.ts`],
  },
];
