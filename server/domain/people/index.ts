// People at the dashboard: logging in, sessions, second factors, invitations.
export { acceptInvitation, prepareAcceptance } from "./accept-invitation";
export { addPasskey, checkRegistration } from "./add-passkey";
export { changePassword, preparePasswordChange } from "./change-password";
export { checkLogin, type LoginAttempt } from "./check-login";
export { checkPassword } from "./check-password";
export { type ClaimedLink, claimLinks } from "./claim-links";
export {
  createPasskeyOptions,
  loginPasskeyOptions,
  proofPasskeyOptions,
} from "./create-passkey-options";
export { disableTotp } from "./disable-totp";
export { enableTotp } from "./enable-totp";
export { endSession } from "./end-session";
export { ensureCookieSecret } from "./ensure-cookie-secret";
export { findLinkForVisitor } from "./find-link-for-visitor";
export { findLoginSession } from "./find-login-session";
export { forgetOldAttempts } from "./forget-old-attempts";
export { getLinkBacklog } from "./get-link-backlog";
export { inviteFirstOwner } from "./invite-first-owner";
export { invitePerson } from "./invite-person";
export { renderLinkMail } from "./link-mail-rules";
export { listLoginSessions } from "./list-login-sessions";
export { listPasskeys } from "./list-passkeys";
export { listSecurityEvents } from "./list-security-events";
export { listTeam } from "./list-team";
export { type LoginResult, logIn } from "./log-in";
export { logInByIdentity } from "./log-in-by-identity";
export { checkPasskeyLogin, logInWithPasskey } from "./log-in-with-passkey";
export { openAccount } from "./open-account";
export { checkPasskeyProof, countCodeProof, proveSession } from "./prove-session";
export { recordLink } from "./record-link";
export { recordSecurityEvent, type Visitor } from "./record-security-event";
export { rememberDevice } from "./remember-device";
export { removePasskey } from "./remove-passkey";
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
export type { LoggedIn } from "./store";
export type { PeopleTables } from "./tables";
export { takeBackInvitation } from "./take-back-invitation";
export { totpAddress } from "./totp-rules";
