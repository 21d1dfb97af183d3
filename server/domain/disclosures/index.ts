export { listRetirements } from "./list-retirements";
export { RetirementResource, toRetirementResource } from "./resource";
export { retirementColumns } from "./retirement-columns";
export { ListRetirements } from "./schema";
