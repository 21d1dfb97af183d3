export { decideIncident } from "./decide-incident";
export { findDrift } from "./drift";
export { type EvidenceSums, getIncidentSums, getRetirementSums } from "./evidence-sums";
export { recordEvidence } from "./import-evidence";
export {
  type AffectedOrder,
  getIncident,
  type Incident,
  incidentKinds,
  listIncidents,
} from "./incident-list";
export { openIncidents, resolveIncident } from "./incidents";
export { recordInvalidation } from "./invalidations";
export { isLost } from "./lost-incident";
export { correctRetirement, recordManualRetirement } from "./manual-retirements";
export { markRequested, returnToWorklist } from "./mark-requested";
export { planRequests } from "./plan-requests-rules";
export { getPolicy, listPolicies, setPolicy } from "./policies";
export { listRegistryPolicies } from "./policy-lookup";
export { readEvidence, refreshRegistryStatus } from "./refresh-status";
export { recordRetirements, supersedeRetirement } from "./registry-retirements";
export { listRequests, pollRequestNow, requestViews } from "./request-list";
export {
  confirmRequest,
  markSent,
  markUnknown,
  refuseRequest,
  writeRequests,
} from "./requests";
export { retiredMail } from "./retired-mail";
export {
  getRegistryRetirement,
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
export { startDueDisputes } from "./start-disputes";
export type { EvidenceTables } from "./tables";
export { type WorklistSection, worklistSections } from "./work-lots";
export {
  listWorklistBlocks,
  listWorklistGroups,
  type WorklistBlock,
  type WorklistGroup,
  type WorklistPage,
} from "./worklist";
export { parseWorkPlace, worklistColumns, writeWorkPlace } from "./worklist-columns";
export { getWorklistCounts } from "./worklist-counts";
