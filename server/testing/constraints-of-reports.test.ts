import { describe } from "vitest";
import { guarantee, openLedger } from "#testing/guarantee";
import { insert } from "#testing/ledger";

openLedger();

const hash = (byte: string, bytes = 32) => `\\x${byte.repeat(bytes)}`;

const link = (row: Parameters<typeof insert>[1] = {}) =>
  insert("report_links", {
    account_id: "acc_test",
    mode: "test",
    id: "rpl_1",
    subaccount_id: "sub",
    token_hash: hash("ab"),
    from_day: "2026-01-01",
    to_day: "2026-12-31",
    has_prices: true,
    created_at: "2026-11-21T12:00:00Z",
    expires_at: "2026-12-21T12:00:00Z",
    ...row,
  });

describe("a link to a report", () => {
  guarantee("covers a day or more, and ends after at most 90 days", {
    allows: [
      [link({ from_day: "2026-12-31" })],
      [link({ expires_at: "2027-02-19T12:00:00Z" })],
      [link({ revoked_at: "2026-11-21T12:00:01Z" })],
    ],
    refuses: [
      ["report_links_period_in_order", link({ to_day: "2025-12-31" })],
      ["report_links_expire", link({ expires_at: "2026-11-21T12:00:00Z" })],
      ["report_links_expire", link({ expires_at: "2027-02-19T12:00:01Z" })],
    ],
  });

  guarantee("has a token that no other link has, stored as a SHA-256 hash", {
    allows: [[link(), link({ id: "rpl_2", token_hash: hash("cd") })]],
    refuses: [
      ["report_links_token_hash_check", link({ token_hash: hash("ab", 31) })],
      ["report_links_token_key", link(), link({ id: "rpl_2" })],
      ["report_links_pkey", link(), link({ token_hash: hash("cd") })],
    ],
  });

  guarantee("is of a subaccount of its account, and goes with it", {
    allows: [
      [link({ account_id: "acc_live", mode: "live", subaccount_id: "sub_live" })],
      [link({ subaccount_id: "sub_unused" }), "DELETE FROM subaccounts WHERE id = 'sub_unused'"],
    ],
    refuses: [
      ["report_links_account_id_mode_fkey", link({ mode: "live" })],
      ["report_links_account_id_subaccount_id_fkey", link({ subaccount_id: "sub_live" })],
    ],
  });
});
