// The Python SDK against the API, where Python is installed.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ApiOrigin, openApi, samplesIn } from "./api-origin";

const FOLDER = path.resolve("sdk/python");

let api: ApiOrigin;

beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

async function python(...args: string[]) {
  const env = {
    ...process.env,
    PYTHONPATH: FOLDER,
    PYTHONDONTWRITEBYTECODE: "1",
    CARBON_TILL_URL: api.origin,
    CARBON_TILL_KEY: api.key,
    CARBON_TILL_PORTFOLIO: api.portfolioId,
  };
  const child = spawn("python3", args, { cwd: FOLDER, env });
  const [output, errors, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  return { status, output, errors };
}

const version = spawnSync("python3", ["--version"], { encoding: "utf8" }).stdout?.trim();
const hasPython = /^Python 3\.(9|\d\d)/.test(version ?? "");
process.stdout.write(`${hasPython ? version : "Python 3.9 or newer: not installed, not run"}\n`);

it.skipIf(!hasPython)("passes its own tests against the API", async () => {
  const { status, errors } = await python("-W", "error", "-m", "unittest", "discover", "tests");
  expect([status, errors]).toEqual([0, expect.stringMatching(/Ran \d{1,3} tests[\s\S]*OK/)]);
});

it.skipIf(!hasPython)("runs the samples of its README, in one program", async () => {
  const readme = fs.readFileSync(path.join(FOLDER, "README.md"), "utf8");
  const code = samplesIn(readme, "python").replace("http://localhost:3000", api.origin);
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "ct-python-")), "samples.py");
  fs.writeFileSync(file, `${code}\nprint(receive(b"{}", {}))\n`);
  process.env["WEBHOOK_SECRET"] = "whsec_AAAA";
  const { status, output, errors } = await python(file);
  delete process.env["WEBHOOK_SECRET"];
  expect([status, errors]).toEqual([0, ""]);
  expect(output).toMatch(/^placed http/);
  expect(output).toContain("400 invalid-parameters {'amount_kg': 'too-small'}");
  expect(output.trim().endsWith("400")).toBe(true);
  fs.rmSync(path.dirname(file), { recursive: true });
});
