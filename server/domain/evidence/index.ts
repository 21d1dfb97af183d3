export { planRequests } from "./plan-requests-rules";
