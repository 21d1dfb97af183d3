// People at the dashboard: logging in, sessions, second factors, invitations.
export { acceptInvitation } from "./accept-invitation";
export { changePassword } from "./change-password";
export { type ClaimedLink, claimLinks } from "./claim-links";
export { disableTotp } from "./disable-totp";
export { enableTotp } from "./enable-totp";
export { endSession } from "./end-session";
export { ensureCookieSecret } from "./ensure-cookie-secret";
export { findLoginSession } from "./find-login-session";
export { findMailedLink } from "./find-mailed-link";
export { getLinkBacklog } from "./get-link-backlog";
export { inviteFirstOwner } from "./invite-first-owner";
export { invitePerson } from "./invite-person";
export { renderLinkMail } from "./link-mail-rules";
export { listLoginSessions } from "./list-login-sessions";
export { listTeam } from "./list-team";
export { logIn } from "./log-in";
export { logInByIdentity } from "./log-in-by-identity";
export { openAccount } from "./open-account";
export { recordLink } from "./record-link";
export { requestPasswordReset } from "./request-password-reset";
export { requireLoginAttempt } from "./require-login-attempt";
export { resetPassword } from "./reset-password";
export {
  AcceptInvitation,
  ChangePassword,
  EnableTotp,
  InviteFirstOwner,
  InvitePerson,
  LogIn,
  OpenAccount,
  RequestPasswordReset,
  ResetPassword,
} from "./schema";
export type { LoggedIn } from "./store";
export { takeBackInvitation } from "./take-back-invitation";
export { totpAddress } from "./totp-rules";
