export { decideIncident } from "./decide-incident";
export { findDrift } from "./drift";
export { recordEvidence } from "./import-evidence";
export {
  type AffectedOrder,
  getIncident,
  type Incident,
  incidentKinds,
  isLost,
  listIncidents,
} from "./incident-list";
export { openIncidents, resolveIncident, startDueDisputes } from "./incidents";
export { recordInvalidation } from "./invalidations";
export { correctRetirement, recordManualRetirement } from "./manual-retirements";
export { markRequested, returnToWorklist } from "./mark-requested";
export { getPolicy, listPolicies, listRegistryPolicies, setPolicy } from "./policies";
export { readEvidence, refreshRegistryStatus } from "./refresh-status";
export { recordRetirements, supersedeRetirement } from "./registry-retirements";
export { listRequests, pollRequestNow, requestViews } from "./request-list";
export { planRequests } from "./request-rules";
export { confirmRequest, markSent, markUnknown, refuseRequest, writeRequests } from "./requests";
export { retiredMail } from "./retired-mail";
export {
  type EvidenceSums,
  getIncidentSums,
  getRegistryRetirement,
  getRetirementSums,
  type ListedRetirement,
  listRegistryRetirements,
} from "./retirement-list";
export {
  findRegistriesToServe,
  getRequestBacklog,
  runRegistryRequests,
  serveRegistry,
} from "./run-requests";
export {
  IncidentDecision,
  Invalidation,
  incidentDecisions,
  ManualRetirement,
  PolicyChange,
  RemedyChoice,
  RetirementCorrection,
  RetirementWithdrawal,
} from "./schema";
export type { EvidenceTables } from "./tables";
export { type WorklistSection, worklistSections } from "./work-lots";
export {
  getWorklistCounts,
  listWorklistBlocks,
  listWorklistGroups,
  parseWorkPlace,
  type WorklistBlock,
  type WorklistGroup,
  type WorklistPage,
  worklistColumns,
  writeWorkPlace,
} from "./worklist";
