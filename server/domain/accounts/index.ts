export { recordAudit, recordAudits } from "#core/record-audit";
export {
  accountInMode,
  createAccount,
  findAccount,
  getAccount,
  type ListedAccount,
  listAccounts,
  listNamedAccounts,
  lockAccount,
  setDefaultPortfolio,
  updateAccount,
  wasReset,
} from "./accounts";
export {
  createApiKey,
  listApiKeys,
  listKeysOf,
  revokeApiKey,
  rotateApiKey,
} from "./api-keys";
export { listAuditEntries } from "./audit-entries";
export { authenticateKey, isLimitedKey } from "./authenticate-key";
export { findApiKeys, findSubaccounts } from "./find-by-name";
export {
  downloadLogo,
  findLogo,
  findLogoAt,
  findLogoData,
  findLogoOf,
  setAccountLogo,
  setSubaccountLogo,
  storeLogo,
} from "./logos";
export {
  addMember,
  createPerson,
  limitMember,
  limitOf,
  listMemberships,
  type MemberLimit,
  type Membership,
  removeMember,
  requireLimitedRole,
  setMemberRole,
} from "./members";
export { findPersonEmail, listRecipients } from "./recipients";
export { logoUrl, SubaccountResource, toSubaccountResource } from "./resource";
export { isAllowedSubaccountSlug, logoContentTypes, MAX_LOGO_BYTES } from "./rules";
export {
  type BillingTerms,
  billingTerms,
  type Capability,
  CreateApiKey,
  CreateSubaccount,
  capabilitiesOf,
  DownloadLogo,
  hasCapability,
  LimitMember,
  ListAccounts,
  ListAuditEntries,
  ListSubaccounts,
  MAX_SUBACCOUNTS,
  Role,
  RotateApiKey,
  rolesWith,
  SetMemberRole,
  SetStockTerms,
  SetTerms,
  SuspendAccount,
  UpdateAccount,
  UpdateSubaccount,
  UpdateSubaccounts,
} from "./schema";
export { requireUnlimitedKey, spend } from "./spending-limits";
export { getStockTerms, type StockTerms, setStockTerms } from "./stock-terms";
export {
  archivedSubaccount,
  getSubaccount,
  listSubaccounts,
  readSubaccountField,
  requireOpenSubaccount,
  subaccountOfList,
} from "./subaccount-queries";
export { isChange, type SubaccountUpdate } from "./subaccount-updates";
export {
  deleteSubaccount,
  insertSubaccount,
  insertSubaccounts,
  lockSubaccounts,
  type NewSubaccount,
  replaceSubaccount,
  updateSubaccountsOfIds,
  writeSubaccounts,
} from "./subaccounts";
export {
  findSuspension,
  isSuspended,
  reopenAccount,
  requireActive,
  suspendAccount,
} from "./suspension";
export type { AccountTables } from "./tables";
export { type CreditLimits, decidedTerms, isCharged, requireTerms, setTerms } from "./terms";
