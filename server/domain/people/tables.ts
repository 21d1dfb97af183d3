import type { Table } from "#core/query";
import type { Role } from "#domain/accounts";
import type {
  EmailChange,
  Identity,
  InstallationSecret,
  LoginFailure,
  LoginSession,
  MailedLink,
  Passkey,
  PasskeyChallenge,
  Prisma,
  RecoveryCode,
  SecurityEvent,
} from "#prisma";
import type { SecurityEventKind } from "./schema";

export type LinkKind = "invitation" | "password_reset";
export type ChallengePurpose = "login" | "registration" | "proof";

export interface PeopleTables {
  loginSessions: Table<LoginSession, Prisma.LoginSessionUncheckedCreateInput>;
  loginFailures: Table<LoginFailure, Prisma.LoginFailureUncheckedCreateInput>;
  securityEvents: Table<
    SecurityEvent,
    Prisma.SecurityEventUncheckedCreateInput,
    { kind: SecurityEventKind }
  >;
  recoveryCodes: Table<RecoveryCode, Prisma.RecoveryCodeUncheckedCreateInput>;
  passkeys: Table<Passkey, Prisma.PasskeyUncheckedCreateInput>;
  passkeyChallenges: Table<
    PasskeyChallenge,
    Prisma.PasskeyChallengeUncheckedCreateInput,
    { purpose: ChallengePurpose }
  >;
  mailedLinks: Table<
    MailedLink,
    Prisma.MailedLinkUncheckedCreateInput,
    { kind: LinkKind; role: Role | null }
  >;
  emailChanges: Table<EmailChange, Prisma.EmailChangeUncheckedCreateInput>;
  identities: Table<Identity, Prisma.IdentityUncheckedCreateInput>;
  installationSecrets: Table<InstallationSecret, Prisma.InstallationSecretUncheckedCreateInput>;
}
