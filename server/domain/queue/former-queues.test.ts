import { expect, it } from "vitest";
import { withClient } from "#core/db-client";
import { log } from "#core/log";
import { migrate } from "#setup/migrations";
import { emptyDatabase } from "#testing/database";
import { migrateBefore } from "#testing/former-schema";

const at = "'2026-11-22T10:00:00Z'";
const ACCOUNTS = `
  INSERT INTO accounts (id, mode, live_account_id, name, slug, created_at) VALUES
    ('acc_live', 'live', NULL, 'A', 'a', ${at}), ('acc_test', 'test', 'acc_live', 'A', 'a-test', ${at})`;
const ROWS = `
  INSERT INTO mails (account_id, id, checkout_session_id, kind, state, due_at, attempts, last_error,
                     created_at, settled_at) VALUES
    ('acc_test', 'mail_due', 'cs', 'receipt', 'due', ${at}, 2, '451', ${at}, NULL),
    ('acc_test', 'mail_sent', 'cs', 'certificate', 'sent', ${at}, 1, NULL, ${at}, ${at}),
    ('acc_test', 'mail_refused', 'cs', 'refund', 'dropped', ${at}, 1, '550', ${at}, ${at}),
    ('acc_test', 'mail_failed', 'cs', 'failure', 'dropped', ${at}, 9, '451', ${at}, ${at});
  INSERT INTO mailed_links (id, kind, email, created_at, expires_at, ended_at, due_at, attempts, last_error)
  VALUES
    ('lnk_waits', 'password_reset', 'a@example.com', ${at}, ${at}, NULL, ${at}, 1, NULL),
    ('lnk_gone', 'password_reset', 'b@example.com', ${at}, ${at}, NULL, NULL, 7, '451'),
    ('lnk_sent', 'password_reset', 'c@example.com', ${at}, ${at}, NULL, NULL, 1, NULL),
    ('lnk_ended', 'password_reset', 'd@example.com', ${at}, ${at}, ${at}, NULL, 1, '451');
  INSERT INTO tasks (id, mode, kind, step, state, file_names, asked_by, created_at, started_at, ended_at,
                     phase, done_rows, total_rows, runner, leased_until, report) VALUES
    ('tsk_waits', 'live', 'verra', 'preview', 'queued', '{a.csv}', 'per_1', ${at}, NULL, NULL,
     NULL, 0, 0, NULL, NULL, NULL),
    ('tsk_runs', 'test', 'catalogue', 'import', 'queued', '{c.json}', NULL, ${at}, ${at}, NULL,
     'Reading', 3, 9, 'a worker', ${at}, NULL),
    ('tsk_checked', 'test', 'catalogue', 'preview', 'checked', '{b.json}', NULL, ${at}, ${at}, ${at},
     NULL, 0, 0, NULL, NULL, '{"import": {}}'),
    ('tsk_ledger', 'live', 'ledger', 'check', 'failed', '{}', NULL, ${at}, ${at}, ${at},
     NULL, 0, 0, NULL, NULL, '{"problem": {}}');
  INSERT INTO task_files VALUES ('tsk_waits', 0, 'a.csv', 'x'), ('tsk_checked', 0, 'b.json', 'y')`;

const JOBS = `SELECT id, kind, key, state, attempts, last_error, payload, exclusive, progress, runner,
  subject_id, created_by, ended_at IS NOT NULL AS has_ended FROM jobs`;

it("moves mails, links, imports and checks to the queue, each in its former state", async () => {
  const database = await emptyDatabase();
  try {
    await migrateBefore(database.url, "20261122143000");
    await withClient(database.url, async (client) => {
      await client.query(`${ACCOUNTS}; SET session_replication_role = replica; ${ROWS}`);
    });
    await migrate(database.url, log);
    await withClient(database.url, async (client) => {
      const { rows } = await client.query(JOBS);
      const jobs = new Map(rows.map((row) => [row.id, row]));
      expect(jobs.size).toBe(10);
      expect(jobs.get("mail_due")).toMatchObject({
        kind: "customer-mail",
        key: "receipt:cs",
        state: "queued",
        attempts: 2,
        last_error: "451",
        subject_id: "cs",
        payload: { template: "receipt", params: { checkoutSessionId: "cs" } },
        has_ended: false,
      });
      const statesOf = (ids: string[]) => ids.map((id) => jobs.get(id)?.state);
      expect(statesOf(["mail_sent", "mail_refused", "mail_failed"])).toEqual([
        "done",
        "refused",
        "failed",
      ]);
      const mailed = rows.filter(({ kind }) => kind === "person-mail");
      expect(mailed.map(({ subject_id, state }) => [subject_id, state]).sort()).toEqual([
        ["lnk_gone", "failed"],
        ["lnk_waits", "queued"],
      ]);
      expect(jobs.get("tsk_waits")).toMatchObject({
        kind: "import",
        state: "queued",
        attempts: 0,
        exclusive: "import-live",
        created_by: "per_1",
        payload: { mode: "live", kind: "verra", step: "preview", fileNames: ["a.csv"] },
      });
      const progress = { phase: "Reading", done: 3, total: 9 };
      expect(jobs.get("tsk_runs")).toMatchObject({ attempts: 1, runner: null, progress });
      expect(jobs.get("tsk_checked")).toMatchObject({ state: "done", has_ended: true });
      expect(jobs.get("tsk_ledger")).toMatchObject({
        kind: "ledger-check",
        state: "failed",
        exclusive: "ledger-check",
        payload: { mode: "live" },
      });
      const files = await client.query("SELECT job_id FROM job_files ORDER BY job_id");
      expect(files.rows.map((row) => row.job_id)).toEqual(["tsk_checked", "tsk_waits"]);
    });
  } finally {
    await database.drop();
  }
});
