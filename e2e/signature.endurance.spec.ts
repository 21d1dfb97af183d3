// Runs the guide's signature checks unchanged.
import { execFile } from "node:child_process";
import fs from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "playwright/test";
import { test } from "./checked-test";
import { headers } from "./demo-account";

const run = promisify(execFile);

for (const [language, command, name] of [
  ["Node.js", process.execPath, "check.mjs"],
  ["Python", "python3", "check.py"],
] as const) {
  test(`the guide's check in ${language} accepts a genuine certificate and rejects a changed one`, async ({
    page,
    request,
  }, info) => {
    await page.goto("/docs/certificates");
    const figure = page.locator("figure").filter({ hasText: `Verify with ${language}` });
    const program = info.outputPath(name);
    await fs.mkdir(path.dirname(program), { recursive: true });
    const code = (await figure.locator("pre").textContent()) ?? "";
    expect(code.split("\n").filter(Boolean).length).toBeLessThanOrEqual(13);
    await fs.writeFile(program, code);

    const data = { amount_kg: 1234, description: "Ünï “cödé” \u{1f333} <b> 二酸化炭素" };
    const placed = await request.post("/v1/orders", { headers: headers(), data });
    const { id } = (await placed.json()) as { id: string };
    const json = async () => (await request.get(`/certificates/${id}/json`)).text();
    await expect.poll(json).toContain('"fulfilled"');
    const certificate = await json();
    const keys = info.outputPath("jwks.json");
    await fs.writeFile(keys, await (await request.get("/.well-known/jwks.json")).text());

    const file = info.outputPath("certificate.json");
    await fs.writeFile(file, certificate);
    const { stdout } = await run(command, [program, file, keys]);
    expect(stdout).toMatch(/^Genuine: 1234 kg for /);
    await fs.writeFile(file, certificate.replace('"amount_kg": 1234', '"amount_kg": 1235'));
    await expect(run(command, [program, file, keys])).rejects.toThrow();
  });
}
