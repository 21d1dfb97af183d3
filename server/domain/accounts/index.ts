// Accounts with their test twins, people, keys, subaccounts and the audit log: the only way in.
export { addMember } from "./add-member";
export { authenticateKey } from "./authenticate-key";
export { createAccount } from "./create-account";
export { createApiKey } from "./create-api-key";
export { createPerson } from "./create-person";
export { createSubaccount } from "./create-subaccount";
export { deleteSubaccount } from "./delete-subaccount";
export { downloadLogo } from "./download-logo";
export { findAccount } from "./find-account";
export { findDefaultPortfolioId } from "./find-default-portfolio-id";
export { findLogo } from "./find-logo";
export { getAccount } from "./get-account";
export { getSubaccount } from "./get-subaccount";
export { type ListedAccount, listAccounts } from "./list-accounts";
export { listApiKeys } from "./list-api-keys";
export { listAuditEntries } from "./list-audit-entries";
export { listMemberships, type Membership } from "./list-memberships";
export { listSubaccounts } from "./list-subaccounts";
export { logoContentTypes, MAX_LOGO_BYTES } from "./logo-rules";
export { recordAudit } from "./record-audit";
export { removeMember } from "./remove-member";
export { logoUrl, SubaccountResource, toSubaccountResource } from "./resource";
export { revokeApiKey } from "./revoke-api-key";
export { rotateApiKey } from "./rotate-api-key";
export {
  CreateApiKey,
  CreateSubaccount,
  DownloadLogo,
  ListAccounts,
  ListAuditEntries,
  ListSubaccounts,
  Role,
  RotateApiKey,
  SetMemberRole,
  UpdateAccount,
  UpdateSubaccount,
} from "./schema";
export { setAccountLogo } from "./set-account-logo";
export { setDefaultPortfolio } from "./set-default-portfolio";
export { setMemberRole } from "./set-member-role";
export { setSubaccountLogo } from "./set-subaccount-logo";
export { storeLogo } from "./store-logo";
export type { AccountTables } from "./tables";
export { twinOf } from "./twin-of";
export { updateAccount } from "./update-account";
export { updateSubaccount } from "./update-subaccount";
