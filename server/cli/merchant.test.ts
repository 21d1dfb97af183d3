import { expect, test } from "vitest";
import { database } from "#core/db";
import { makeAccount, sellerDetails } from "#testing/factories";
import { makePerson } from "#testing/people";
import { dashboardOf } from "#testing/procedures";
import { runTill, runTillJson } from "#testing/till";

const till = (...args: string[]) => runTill(".", args);
const tillJson = (...args: string[]) => runTillJson(".", args);

test("account merchant sets seller details one by one, and reports what is missing", async () => {
  const { live } = await makeAccount();
  const merchant = (...args: string[]) => ["account", "merchant", "--account", live.slug, ...args];
  const first = await tillJson(
    ...merchant("--legal-name", "Example GmbH", "--address", "Hafen 1\\n20457 Hamburg"),
    ...["--country", "DE", "--support-email", "help@stores.example", "--no-tax-id"],
  );
  expect(first).toMatchObject({
    address: "Hafen 1\n20457 Hamburg",
    has_tax_id: false,
    missing: ["link to the terms", "link to the privacy policy", "link to the refund policy"],
  });
  const wrong = await till(...merchant("--terms-url", "http://stores.example"));
  expect(wrong).toMatchObject({ code: 1, stdout: "" });
  expect(wrong.stderr).toContain("--terms-url: must be an https URL");
  const page = "https://stores.example/legal";
  const links = ["--terms-url", page, "--privacy-url", page, "--refund-url", page];
  const done = await tillJson(...merchant(...links));
  expect(done).toMatchObject({ legal_name: "Example GmbH", terms_url: page, missing: [] });
  const cleared = await tillJson(...merchant("--legal-name", ""));
  expect(cleared).toMatchObject({ legal_name: null, missing: ["legal name"] });
});

test("dashboard and account merchant store the same details and write the same audit entries", async () => {
  const { live } = await makeAccount();
  const person = await makePerson({ accountId: live.id, role: "admin" });
  const { missing } = await (await dashboardOf(person, { slug: live.slug })).merchant.set({
    ...sellerDetails,
    opened: {},
  });
  expect(missing).toEqual([]);
  const options = ["--support-url", "https://stores.example/help", "--support-url", ""];
  const byCli = await tillJson("account", "merchant", "--account", live.slug, ...options);
  expect(byCli).toMatchObject({ ...sellerDetails, missing: [] });
  const entries = await database().prisma.auditEntry.findMany({
    where: { action: "merchant_profile.set", subjectId: live.id },
    select: { accountId: true, data: true },
  });
  const entry = { accountId: live.id, data: sellerDetails };
  expect(entries).toMatchObject([entry, entry]);
  // The second entry changes nothing.
  expect(entries.map(({ data }) => "changes" in Object(data))).toEqual([true, false]);
});
