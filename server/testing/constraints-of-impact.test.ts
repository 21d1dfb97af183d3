import { describe } from "vitest";
import { guarantee, openLedger } from "#testing/guarantee";

openLedger();

const total = (span: string, kg: number, [retiredKg, ownKg, ownRetiredKg] = [0, 0, 0]) =>
  `INSERT INTO retirement_totals VALUES
     ('acc_test', '', '${span}', '2026-11-21T12:00:00Z', 'prj', 2022, ${kg}, ${retiredKg}, ${ownKg},
      ${ownRetiredKg})`;
const page = (accountId: string, subaccountId: string, equivalents = "{cars}") =>
  `INSERT INTO impact_pages (account_id, subaccount_id, enabled, enabled_equivalents, updated_at)
   VALUES ('${accountId}', '${subaccountId}', true, '${equivalents}', now())`;
const noPageIsLeft = "SELECT 1 WHERE NOT EXISTS (SELECT FROM impact_pages)";

describe("a retirement total", () => {
  guarantee("has a known span and no negative amount, and is unique", {
    allows: [[total("day", 1), total("hour", 1)]],
    refuses: [
      ["retirement_totals_own_within_kg", total("day", -1)],
      ["retirement_totals_own_within_kg", total("day", 9, [9, 10, 0])],
      ["retirement_totals_own_within_kg", total("day", 9, [9, 5, 6])],
      ["retirement_totals_own_within_kg", total("day", 9, [3, 5, 4])],
      ["retirement_totals_span_check", total("week", 1)],
      ["retirement_totals_pkey", total("day", 1), total("day", 2)],
    ],
  });
});

const soldCredits = (channel: string, kg = 1, amount = 2, retiredKg = 0) =>
  `INSERT INTO sold_credits VALUES
     ('acc_test', '2026-11-21T00:00:00Z', '${channel}', '', 'pf', 'lot', ${kg}, ${amount}, ${retiredKg}, 'usd')`;

describe("a day's sold credits", () => {
  guarantee("have a known channel, a positive amount, no more evidence than kg; are unique", {
    allows: [[soldCredits("api"), soldCredits("checkout", 1, 0, 1)]],
    refuses: [
      ["sold_credits_channel_check", soldCredits("shop")],
      ["sold_credits_amount_kg_check", soldCredits("api", 0)],
      ["sold_credits_price_check", soldCredits("api", 1, -1)],
      ["sold_credits_registry_retired_within_kg", soldCredits("api", 1, 1, 2)],
      ["sold_credits_registry_retired_within_kg", soldCredits("api", 1, 1, -1)],
      ["sold_credits_pkey", soldCredits("api"), soldCredits("api", 2)],
    ],
  });
});

describe("a public impact page", () => {
  guarantee("belongs to the account or its own subaccount, has known sections, and is unique", {
    allows: [[page("acc_test", ""), page("acc_test", "sub"), page("acc_live", "", "{}")]],
    refuses: [
      ["impact_pages_account_id_fkey", page("acc_absent", "")],
      ["impact_pages_account_id_own_subaccount_id_fkey", page("acc_test", "sub_live")],
      ["impact_pages_enabled_equivalents_check", page("acc_test", "", "{cows}")],
      [
        "impact_pages_sections_check",
        page("acc_test", ""),
        "UPDATE impact_pages SET sections = '{news}'",
      ],
      ["impact_pages_pkey", page("acc_test", ""), page("acc_test", "")],
    ],
  });

  guarantee("is deleted with its subaccount", {
    allows: [
      [
        page("acc_test", "sub_unused"),
        "DELETE FROM subaccounts WHERE id = 'sub_unused'",
        noPageIsLeft,
      ],
    ],
    refuses: [],
  });
});

const slug = (subaccountId: string, name: string) =>
  `UPDATE subaccounts SET slug = '${name}' WHERE id = '${subaccountId}'`;
const formerSlug = (subaccountId: string, name = "oslo") =>
  `INSERT INTO former_subaccount_slugs VALUES ('acc_test', '${name}', '${subaccountId}', now())`;

describe("a subaccount's address", () => {
  guarantee("is well-formed, and unique in the account", {
    allows: [[slug("sub", "oslo"), slug("sub_live", "oslo"), slug("sub_unused", "oslo-2")]],
    refuses: [
      ["subaccounts_slug_check", slug("sub", "Oslo")],
      ["subaccounts_account_slug_idx", slug("sub", "oslo"), slug("sub_unused", "oslo")],
    ],
  });

  guarantee("is formerly of one subaccount of the account, until that is deleted", {
    allows: [
      [
        formerSlug("sub_unused"),
        "DELETE FROM subaccounts WHERE id = 'sub_unused'",
        "SELECT 1 WHERE NOT EXISTS (SELECT FROM former_subaccount_slugs)",
      ],
    ],
    refuses: [
      ["former_subaccount_slugs_slug_check", formerSlug("sub", "a--b")],
      ["former_subaccount_slugs_account_id_subaccount_id_fkey", formerSlug("sub_live")],
      ["former_subaccount_slugs_pkey", formerSlug("sub"), formerSlug("sub_unused")],
    ],
  });
});
