// `npm run stripe:record -- [SCENARIO…]`: records exchanges with Stripe's test mode.
import fs from "node:fs";
import path from "node:path";
import { RECORDINGS } from "./recording";
import { record, scenarios } from "./scenarios";

const USAGE = `Usage: STRIPE_SECRET_KEY=sk_test_… npm run stripe:record -- [SCENARIO…]
Records exchanges with Stripe's test mode into ${RECORDINGS}.
Scenarios: ${Object.keys(scenarios).join(", ")}
CT_STRIPE_URL replaces Stripe's own address.
`;

async function main(names: string[]): Promise<number> {
  const secretKey = process.env["STRIPE_SECRET_KEY"] ?? "";
  const unknown = names.filter((name) => !(name in scenarios));
  if (!/^[sr]k_test_/.test(secretKey) || unknown.length > 0) {
    process.stderr.write(USAGE);
    return 2;
  }
  const url = process.env["CT_STRIPE_URL"] || "https://api.stripe.com";
  let failed = 0;
  for (const name of names.length > 0 ? names : Object.keys(scenarios)) {
    try {
      const recording = await record(name, { secretKey, url });
      const file = path.join(RECORDINGS, `${name}.json`);
      fs.writeFileSync(file, `${JSON.stringify(recording, null, 2)}\n`);
      process.stdout.write(`${name}: ${recording.exchanges.length} exchanges\n`);
    } catch (error) {
      failed += 1;
      process.stdout.write(`${name} FAILED: ${error instanceof Error ? error.message : error}\n`);
    }
  }
  return failed === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
