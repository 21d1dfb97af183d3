// The hand-written SQL of logging in: counts that hold when many come at once.
import type { Sql, Statement } from "#core/db";
import { type Limit, RESET_CALM_SECONDS, RESET_PAUSES_SECONDS } from "./attempt-rules";

const COUNT_ATTEMPT: Statement = {
  name: "people-count-attempt",
  text: `
    INSERT INTO login_failures AS f (subject, count, since) VALUES ($1, 1, $2)
    ON CONFLICT (subject) DO UPDATE SET
      count = CASE WHEN f.since < $3 THEN 1 ELSE f.count + 1 END,
      since = CASE WHEN f.since < $3 THEN $2 ELSE f.since END
    RETURNING count, since`,
};

/** Counts an attempt at the subject, in the window that began after `since`. */
export async function countAttempt(
  sql: Sql,
  { subject, now, since }: { subject: Buffer; now: Date; since: Date },
): Promise<{ count: number; since: Date }> {
  const [row] = await sql.query<{ count: number; since: Date }>(COUNT_ATTEMPT, [
    subject,
    now,
    since,
  ]);
  if (!row) throw new Error("An attempt was not counted");
  return row;
}

const FORGET_ATTEMPTS: Statement = {
  name: "people-forget-attempts",
  text: "DELETE FROM login_failures WHERE subject = $1",
};

const TAKE_BACK_ATTEMPT: Statement = {
  name: "people-take-back-attempt",
  text: "UPDATE login_failures SET count = count - 1 WHERE subject = $1 AND count > 1",
};

/** After a success: own counters start over, shared ones lose this attempt. */
export async function takeBackAttempts(sql: Sql, limits: readonly Limit[]): Promise<void> {
  for (const { subject, isShared } of limits) {
    await sql.query(isShared ? TAKE_BACK_ATTEMPT : FORGET_ATTEMPTS, [subject]);
  }
}

const PAUSES = `(ARRAY[${RESET_PAUSES_SECONDS}])[least(f.count, ${RESET_PAUSES_SECONDS.length})]`;

// Here `since` is the time of the last mail.
const QUEUE_RESET_MAIL: Statement = {
  name: "people-queue-reset-mail",
  text: `
    WITH turn AS (
    INSERT INTO login_failures AS f (subject, count, since) VALUES ($1, 1, $2::timestamptz)
    ON CONFLICT (subject) DO UPDATE SET
      count = CASE WHEN f.since < excluded.since - make_interval(secs => ${RESET_CALM_SECONDS})
                   THEN 1 ELSE f.count + 1 END,
      since = excluded.since
    WHERE f.since <= excluded.since - make_interval(secs => ${PAUSES})
    RETURNING count
    )
    INSERT INTO mailed_links (id, kind, email, created_at, expires_at, due_at)
    SELECT $3, 'password_reset', $4, $2::timestamptz, $5::timestamptz, $2::timestamptz FROM turn`,
};

interface ResetMail {
  /** The counter of mails to this address. */
  subject: Buffer;
  id: string;
  email: string;
  now: Date;
  expiresAt: Date;
}

/** Queues and counts a reset mail, unless it is too early for another to the address. */
export async function queueResetMail(sql: Sql, mail: ResetMail): Promise<void> {
  const { subject, now, id, email, expiresAt } = mail;
  await sql.query(QUEUE_RESET_MAIL, [subject, now, id, email, expiresAt]);
}

const FIND_SESSION: Statement = {
  name: "people-find-session",
  text: `
    SELECT s.id, s.seen_at, coalesce(s.proven_at, s.created_at) AS proven_at,
           p.id AS person_id, p.email, p.name, p.is_operator, p.second_factor_exempt,
           p.totp_key IS NOT NULL AS has_totp, p.password_hash IS NOT NULL AS has_password,
           EXISTS (SELECT FROM passkeys k WHERE k.person_id = p.id) AS has_passkey
    FROM login_sessions s JOIN people p ON p.id = s.person_id
    WHERE s.id = $1 AND s.ended_at IS NULL AND s.expires_at > $2`,
};

interface SessionRow {
  id: string;
  seen_at: Date;
  proven_at: Date;
  person_id: string;
  email: string;
  name: string;
  is_operator: boolean;
  second_factor_exempt: boolean;
  has_totp: boolean;
  has_password: boolean;
  has_passkey: boolean;
}

export interface LoggedIn {
  sessionId: string;
  seenAt: Date;
  /** When the person last proved who they are: at login, or when asked again. */
  provenAt: Date;
  person: {
    id: string;
    email: string;
    name: string;
    isOperator: boolean;
    hasPassword: boolean;
    hasTotp: boolean;
    hasPasskey: boolean;
    /** An operator who has to set one up before anything else. */
    needsSecondFactor: boolean;
  };
}

/** The person of a session that is neither ended nor over. */
export async function findLoggedIn(sql: Sql, id: string, now: Date): Promise<LoggedIn | null> {
  const [row] = await sql.query<SessionRow>(FIND_SESSION, [id, now]);
  if (!row) return null;
  const needsNone = !row.is_operator || row.second_factor_exempt;
  return {
    sessionId: row.id,
    seenAt: row.seen_at,
    provenAt: row.proven_at,
    person: {
      id: row.person_id,
      email: row.email,
      name: row.name,
      isOperator: row.is_operator,
      hasPassword: row.has_password,
      hasTotp: row.has_totp,
      hasPasskey: row.has_passkey,
      needsSecondFactor: !needsNone && !row.has_totp && !row.has_passkey,
    },
  };
}

const SEE_SESSION: Statement = {
  name: "people-see-session",
  text: "UPDATE login_sessions SET seen_at = $2 WHERE id = $1 AND seen_at < $2",
};

/** Notes that the session was used. */
export async function seeSession(sql: Sql, id: string, now: Date): Promise<void> {
  await sql.query(SEE_SESSION, [id, now]);
}

const USE_STEP: Statement = {
  name: "people-use-totp-step",
  text: `
    UPDATE people SET totp_last_step = $2
    WHERE id = $1 AND totp_key IS NOT NULL AND (totp_last_step IS NULL OR totp_last_step < $2)
    RETURNING id`,
};

/** Uses up an authenticator's code: false where it, or a later one, was used before. */
export async function takeTotpStep(sql: Sql, personId: string, step: number): Promise<boolean> {
  return (await sql.query(USE_STEP, [personId, step])).length === 1;
}

// MATERIALIZED keeps the limit whatever the plan.
const CLAIM_LINKS: Statement = {
  name: "people-claim-links",
  text: `
    WITH due AS MATERIALIZED (
      SELECT id FROM mailed_links WHERE due_at <= $1::timestamptz AND ended_at IS NULL
      ORDER BY due_at LIMIT $3::int
      FOR UPDATE SKIP LOCKED
    )
    UPDATE mailed_links l SET attempts = l.attempts + 1, due_at = $2::timestamptz
    FROM due WHERE l.id = due.id
    RETURNING l.id, l.kind, l.email, l.role, l.attempts, l.expires_at,
      (SELECT name FROM accounts WHERE id = l.account_id) AS account_name,
      (SELECT name FROM people WHERE id = l.invited_by) AS inviter_name,
      EXISTS (SELECT FROM people WHERE email = l.email) AS is_known`,
};

export interface ClaimedLinkRow {
  id: string;
  kind: "invitation" | "password_reset";
  email: string;
  role: string | null;
  attempts: number;
  expires_at: Date;
  account_name: string | null;
  inviter_name: string | null;
  /** Whether anybody has the address. */
  is_known: boolean;
}

/** Takes links that are due to be mailed, each for one attempt. */
export function claimDueLinks(
  sql: Sql,
  { now, leasedUntil, limit }: { now: Date; leasedUntil: Date; limit: number },
): Promise<ClaimedLinkRow[]> {
  return sql.query<ClaimedLinkRow>(CLAIM_LINKS, [now, leasedUntil, limit]);
}

const DROP_LINK: Statement = {
  name: "people-drop-link",
  text: "DELETE FROM mailed_links WHERE id = $1",
};

/** Deletes a link that nobody is to get. */
export async function dropLink(sql: Sql, id: string): Promise<void> {
  await sql.query(DROP_LINK, [id]);
}

const GIVE_TOKEN: Statement = {
  name: "people-give-token",
  text: "UPDATE mailed_links SET token_hash = $2 WHERE id = $1",
};

/** Makes the link open by this token, and by none that was mailed before. */
export async function giveToken(sql: Sql, id: string, hash: Buffer): Promise<void> {
  await sql.query(GIVE_TOKEN, [id, hash]);
}
