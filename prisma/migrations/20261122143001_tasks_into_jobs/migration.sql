-- Imports and checks of the ledger become jobs. One that was running has failed, as where its worker died:
-- its attempt is counted, and none is left.

INSERT INTO jobs (id, kind, key, payload, exclusive, state, run_at, attempts, stop_requested, progress,
                  report, created_by, created_at, started_at, ended_at)
SELECT id,
       CASE kind WHEN 'ledger' THEN 'ledger-check' ELSE 'import' END,
       id,
       CASE kind WHEN 'ledger' THEN jsonb_build_object('mode', mode)
         ELSE jsonb_build_object('mode', mode, 'kind', kind, 'step', step, 'fileNames', to_jsonb(file_names))
       END,
       CASE kind WHEN 'ledger' THEN 'ledger-check' ELSE 'import-' || mode END,
       CASE state WHEN 'checked' THEN 'done' ELSE state END,
       CASE WHEN runner IS NULL THEN coalesce(leased_until, created_at) ELSE now() END,
       CASE WHEN runner IS NULL THEN 0 ELSE 1 END,
       stop_requested,
       CASE WHEN phase IS NOT NULL
         THEN jsonb_build_object('phase', phase, 'done', done_rows, 'total', total_rows) END,
       report, asked_by, created_at, started_at,
       CASE WHEN state <> 'queued' THEN coalesce(ended_at, created_at) END
FROM tasks;

ALTER TABLE task_files RENAME TO job_files;
ALTER TABLE job_files RENAME COLUMN task_id TO job_id;
ALTER TABLE job_files RENAME CONSTRAINT task_files_pkey TO job_files_pkey;
ALTER TABLE job_files DROP CONSTRAINT task_files_task_id_fkey;
ALTER TABLE job_files ADD CONSTRAINT job_files_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs (id);
DROP TABLE tasks;
