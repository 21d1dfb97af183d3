export { openIncident, resolveIncident } from "./incidents";
export { planRequests } from "./plan-requests-rules";
export { getPolicy, listPolicies, setPolicy } from "./policies";
export { refreshRegistryStatus } from "./refresh-status";
export { recordRetirements, supersedeRetirement } from "./registry-retirements";
export {
  confirmRequest,
  markSent,
  markUnknown,
  refuseRequest,
  writeRequests,
} from "./requests";
export {
  findRegistriesToServe,
  getRequestBacklog,
  runRegistryRequests,
  serveRegistry,
} from "./run-requests";
export type { EvidenceTables } from "./tables";
