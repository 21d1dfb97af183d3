export {
  cancelEmailChange,
  cancelEmailChangeByLink,
  confirmEmailChange,
  countEmailChange,
  emailChangeMails,
  findEmailChange,
  findEmailChangeForVisitor,
  requestEmailChange,
} from "./email-changes";
export {
  allowIdentity,
  listIdentities,
  logInByIdentity,
} from "./identities";
export { ensureCookieSecret, ensureSecret } from "./installation-secrets";
export {
  acceptInvitation,
  countInvitationMail,
  inviteFirstOwner,
  invitePerson,
  openAccount,
  prepareAcceptance,
  removeFromTeam,
  resendInvitation,
  revokeInvitation,
} from "./invitations";
export {
  checkLogin,
  checkPasskeyLogin,
  type LoginAttempt,
  type LoginResult,
  logIn,
  logInWithPasskey,
  rememberDevice,
} from "./login";
export { findLinkForVisitor, findUsedLink, linkMails } from "./mailed-links";
export { deleteOldSignInData } from "./old-sign-in-data";
export { addPasskey, checkRegistration, listPasskeys, removePasskey } from "./own-passkeys";
export {
  createPasskeyOptions,
  loginPasskeyOptions,
  proofPasskeyOptions,
} from "./passkeys";
export { preparePasswordReset, requestPasswordReset, resetPassword } from "./password-reset";
export { changePassword, checkPassword, preparePasswordChange } from "./passwords";
export { totpAddress } from "./rules";
export {
  AcceptInvitation,
  AddPasskey,
  ChangeEmail,
  ChangePassword,
  EnableTotp,
  IdentityChoice,
  InviteFirstOwner,
  InvitePerson,
  ListSecurityEvents,
  LogIn,
  OpenAccount,
  PasskeyLogin,
  RequestPasswordReset,
  ResetPassword,
} from "./schema";
export { disableTotp, enableTotp, resetSecondFactor } from "./second-factor";
export { securityMails } from "./security-changes";
export { listSecurityEvents, recordSecurityEvent, type Visitor } from "./security-events";
export type { LoggedIn } from "./sessions";
export {
  checkPasskeyProof,
  countCodeProof,
  deleteOldSessions,
  endOtherSessions,
  endSession,
  findLoginSession,
  listLoginSessions,
  proveSession,
} from "./sessions";
export type { PeopleTables } from "./tables";
export { listTeam } from "./team";
