import { describe } from "vitest";
import { guarantee, openLedger } from "#testing/guarantee";
import { job } from "#testing/ledger";

openLedger();

const ended = { ended_at: "2026-11-21" };
const running = { runner: "one" };

describe("a job", () => {
  guarantee("has a key that is unique within its kind", {
    allows: [[job("one"), job("two"), job("three", { key: "one", kind: "person-mail" })]],
    refuses: [["jobs_key", job("one"), job("two", { key: "one" })]],
  });

  guarantee("has an end unless it is queued, and a runner only while it is", {
    allows: [
      [job("one", { state: "done", ...ended }), job("two", running)],
      [job("one", { state: "failed", ...ended })],
    ],
    refuses: [
      ["jobs_ended_unless_queued", job("one", { state: "done" })],
      ["jobs_ended_unless_queued", job("one", ended)],
      ["jobs_run_while_queued", job("one", { state: "done", ...ended, ...running })],
      ["jobs_state_check", job("one", { state: "lost", ...ended })],
    ],
  });

  guarantee("doesn't run at the same time as another job of its group", {
    allows: [
      [job("one", { ...running, exclusive: "a" }), job("two", { exclusive: "a" })],
      [
        job("one", { ...running, exclusive: "a" }),
        job("two", { ...running, exclusive: "b" }),
        job("three", running),
      ],
    ],
    refuses: [
      [
        "jobs_running_idx",
        job("one", { ...running, exclusive: "a" }),
        job("two", { runner: "two", exclusive: "a" }),
      ],
    ],
  });

  guarantee("belongs to an existing account, or to none", {
    allows: [[job("one", { account_id: "acc_test" })]],
    refuses: [["jobs_account_id_fkey", job("one", { account_id: "acc_absent" })]],
  });
});
