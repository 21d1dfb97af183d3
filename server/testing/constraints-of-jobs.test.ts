import { describe } from "vitest";
import { guarantee, openLedger } from "#testing/guarantee";
import { job } from "#testing/ledger";

openLedger();

const ended = { ended_at: "2026-11-21" };
const running = { runner: "one" };

describe("a job", () => {
  guarantee("is its kind's only one with its key", {
    allows: [[job("one"), job("two"), job("three", { key: "one", kind: "person-mail" })]],
    refuses: [["jobs_key", job("one"), job("two", { key: "one" })]],
  });

  guarantee("has ended unless it is queued, and runs only while it is", {
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

  guarantee("runs beside no other of its group", {
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

  guarantee("is of an account that exists, or of none", {
    allows: [[job("one", { account_id: "acc_test" })]],
    refuses: [["jobs_account_id_fkey", job("one", { account_id: "acc_absent" })]],
  });
});
