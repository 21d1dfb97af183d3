import { expect, test } from "vitest";
import { makeAccount } from "#testing/factories";
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
