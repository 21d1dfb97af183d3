export { deleteOldSignInData } from "./attempts";
export {
  acceptInvitation,
  inviteFirstOwner,
  invitePerson,
  openAccount,
  prepareAcceptance,
  removeFromTeam,
  revokeInvitation,
} from "./invitations";
export {
  checkLogin,
  checkPasskeyLogin,
  type LoginAttempt,
  type LoginResult,
  logIn,
  logInByIdentity,
  logInWithPasskey,
  rememberDevice,
} from "./login";
export { findLinkForVisitor, linkMails } from "./mailed-links";
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
  ChangePassword,
  EnableTotp,
  InviteFirstOwner,
  InvitePerson,
  ListSecurityEvents,
  LogIn,
  OpenAccount,
  PasskeyLogin,
  RequestPasswordReset,
  ResetPassword,
} from "./schema";
export { disableTotp, enableTotp } from "./second-factor";
export { listSecurityEvents, recordSecurityEvent, type Visitor } from "./security-events";
export type { LoggedIn } from "./sessions";
export {
  checkPasskeyProof,
  countCodeProof,
  deleteOldSessions,
  endSession,
  ensureCookieSecret,
  ensureSecret,
  findLoginSession,
  listLoginSessions,
  proveSession,
} from "./sessions";
export type { PeopleTables } from "./tables";
export { listTeam } from "./team";
