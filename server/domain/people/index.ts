// People at the dashboard: logging in, sessions, second factors, invitations.
export { acceptInvitation, prepareAcceptance } from "./accept-invitation";
export { forgetOldAttempts } from "./attempts";
export { findLinkForVisitor } from "./find-link-for-visitor";
export { inviteFirstOwner } from "./invite-first-owner";
export { invitePerson } from "./invite-person";
export { linkMails } from "./link-mails";
export { listTeam } from "./list-team";
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
export { openAccount } from "./open-account";
export { addPasskey, checkRegistration, listPasskeys, removePasskey } from "./own-passkeys";
export {
  createPasskeyOptions,
  loginPasskeyOptions,
  proofPasskeyOptions,
} from "./passkeys";
export { changePassword, checkPassword, preparePasswordChange } from "./passwords";
export { requestPasswordReset } from "./request-password-reset";
export { preparePasswordReset, resetPassword } from "./reset-password";
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
export {
  checkPasskeyProof,
  countCodeProof,
  endSession,
  ensureCookieSecret,
  findLoginSession,
  listLoginSessions,
  proveSession,
} from "./sessions";
export type { LoggedIn } from "./store";
export type { PeopleTables } from "./tables";
export { takeBackInvitation } from "./take-back-invitation";
export { totpAddress } from "./totp-rules";
