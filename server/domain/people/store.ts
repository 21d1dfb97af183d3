// The SQL of logging in: counts that hold when many come at once, and sessions.
import { sql } from "kysely";
import type { Sql } from "#core/db";
import { type Params, queriesOn } from "#core/query";
import type { AccountTables } from "#domain/accounts";
import { type Limit, RESET_CALM_SECONDS, RESET_PAUSES_SECONDS } from "./attempt-rules";
import type { PeopleTables } from "./tables";

const query = queriesOn<PeopleTables & AccountTables>();

interface Attempt {
  subject: Buffer;
  now: Date;
  since: Date;
}

const count = query("people-count-attempt", (db, attempt: Params<Attempt>) =>
  db
    .insertInto("loginFailures")
    .values({ subject: attempt.subject, count: 1, since: attempt.now })
    .onConflict((conflict) =>
      conflict.column("subject").doUpdateSet((eb) => ({
        count: eb
          .case()
          .when("loginFailures.since", "<", attempt.since)
          .then(1)
          .else(eb("loginFailures.count", "+", 1))
          .end(),
        since: eb
          .case()
          .when("loginFailures.since", "<", attempt.since)
          .then(eb.ref("excluded.since"))
          .else(eb.ref("loginFailures.since"))
          .end(),
      })),
    )
    .returning(["count", "since"]),
);

/** Counts an attempt at the subject, in the window that began after `since`. */
export async function countAttempt(
  db: Sql,
  attempt: Attempt,
): Promise<{ count: number; since: Date }> {
  const [row] = await count(db, attempt);
  if (!row) throw new Error("An attempt was not counted");
  return row;
}

const forget = query("people-forget-attempts", (db, { subject }: Params<{ subject: Buffer }>) =>
  db.deleteFrom("loginFailures").where("subject", "=", subject),
);

const takeBack = query("people-take-back-attempt", (db, { subject }: Params<{ subject: Buffer }>) =>
  db
    .updateTable("loginFailures")
    .set((eb) => ({ count: eb("count", "-", 1) }))
    .where("subject", "=", subject)
    .where("count", ">", 1),
);

/** After a success: own counters start over, shared ones lose this attempt. */
export async function takeBackAttempts(db: Sql, limits: readonly Limit[]): Promise<void> {
  for (const { subject, isShared } of limits) await (isShared ? takeBack : forget)(db, { subject });
}

interface ResetMail {
  /** The counter of mails to this address. */
  subject: Buffer;
  id: string;
  email: string;
  now: Date;
  expiresAt: Date;
}

const pause = sql<number>`(ARRAY[${sql.join(RESET_PAUSES_SECONDS)}])[
  least(login_failures.count, ${RESET_PAUSES_SECONDS.length})]`;
const before = (seconds: unknown) => sql<Date>`excluded.since - make_interval(secs => ${seconds})`;

// Here `since` is the time of the last mail.
const createReset = query("people-create-reset-link", (db, mail: Params<ResetMail>) =>
  db
    .with("turn", (qb) =>
      qb
        .insertInto("loginFailures")
        .values({ subject: mail.subject, count: 1, since: mail.now })
        .onConflict((conflict) =>
          conflict
            .column("subject")
            .doUpdateSet((eb) => ({
              count: eb
                .case()
                .when("loginFailures.since", "<", before(RESET_CALM_SECONDS))
                .then(1)
                .else(eb("loginFailures.count", "+", 1))
                .end(),
              since: eb.ref("excluded.since"),
            }))
            .where("loginFailures.since", "<=", before(pause)),
        )
        .returning("count"),
    )
    .insertInto("mailedLinks")
    .columns(["id", "kind", "email", "createdAt", "expiresAt"])
    .expression((from) =>
      from
        .selectFrom("turn")
        .select((eb) => [
          mail.id.as("id"),
          eb.val("password_reset").as("kind"),
          mail.email.as("email"),
          mail.now.as("createdAt"),
          mail.expiresAt.as("expiresAt"),
        ]),
    )
    .returning("id"),
);

/** Counts a reset mail and creates its link; false where it is too early for another to the address. */
export async function createResetLink(db: Sql, mail: ResetMail): Promise<boolean> {
  return (await createReset(db, mail)).length === 1;
}

const findSession = query("people-find-session", (db, session: Params<{ id: string; now: Date }>) =>
  db
    .selectFrom("loginSessions as s")
    .innerJoin("people as p", "p.id", "s.personId")
    .select(["s.id as sessionId", "s.seenAt", "p.id", "p.email", "p.name", "p.isOperator"])
    .select("p.secondFactorExempt")
    .select((eb) => [
      eb.fn.coalesce("s.provenAt", "s.createdAt").as("provenAt"),
      eb("p.totpKey", "is not", null).$castTo<boolean>().as("hasTotp"),
      eb("p.passwordHash", "is not", null).$castTo<boolean>().as("hasPassword"),
      eb
        .exists(eb.selectFrom("passkeys as k").whereRef("k.personId", "=", "p.id"))
        .$castTo<boolean>()
        .as("hasPasskey"),
    ])
    .where("s.id", "=", session.id)
    .where("s.endedAt", "is", null)
    .where("s.expiresAt", ">", session.now),
);

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
export async function findLoggedIn(db: Sql, id: string, now: Date): Promise<LoggedIn | null> {
  const [row] = await findSession(db, { id, now });
  if (!row) return null;
  const { sessionId, seenAt, provenAt, secondFactorExempt, ...person } = row;
  const needsNone = !person.isOperator || secondFactorExempt;
  const needsSecondFactor = !needsNone && !person.hasTotp && !person.hasPasskey;
  return { sessionId, seenAt, provenAt, person: { ...person, needsSecondFactor } };
}

const see = query("people-see-session", (db, session: Params<{ id: string; now: Date }>) =>
  db
    .updateTable("loginSessions")
    .set({ seenAt: session.now })
    .where("id", "=", session.id)
    .where("seenAt", "<", session.now),
);

/** Notes that the session was used. */
export async function seeSession(db: Sql, id: string, now: Date): Promise<void> {
  await see(db, { id, now });
}

const takeStep = query("people-use-totp-step", (db, used: Params<{ id: string; step: number }>) =>
  db
    .updateTable("people")
    .set({ totpLastStep: used.step })
    .where("id", "=", used.id)
    .where("totpKey", "is not", null)
    .where((eb) => eb.or([eb("totpLastStep", "is", null), eb("totpLastStep", "<", used.step)]))
    .returning("id"),
);

/** Uses up an authenticator's code: false where it, or a later one, was used before. */
export async function takeTotpStep(db: Sql, personId: string, step: number): Promise<boolean> {
  return (await takeStep(db, { id: personId, step })).length === 1;
}
