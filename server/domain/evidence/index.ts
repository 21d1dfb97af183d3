export { planRequests } from "./plan-requests-rules";
export type { EvidenceTables } from "./tables";
