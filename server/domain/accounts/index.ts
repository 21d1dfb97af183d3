// Accounts with their test twins, people, keys, subaccounts and the audit log: the only way in.
export { addMember } from "./add-member";
export { authenticateKey } from "./authenticate-key";
export { createAccount } from "./create-account";
export { createApiKey } from "./create-api-key";
export { createPerson } from "./create-person";
export { createSubaccount } from "./create-subaccount";
export { findAccount } from "./find-account";
export { getSubaccount } from "./get-subaccount";
export { listSubaccounts } from "./list-subaccounts";
export { recordAudit } from "./record-audit";
export { SubaccountResource, toSubaccountResource } from "./resource";
export { revokeApiKey } from "./revoke-api-key";
export { CreateSubaccount } from "./schema";
export { twinOf } from "./twin-of";
