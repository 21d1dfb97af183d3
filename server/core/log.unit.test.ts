import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { expect, it } from "vitest";

const PROGRAM = `
  const { log } = await import("./server/core/log.ts");
  for (let n = 0; n < 50; n += 1) {
    log.error({ event: "test.failed" }, "not written");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  process.exit(7);
`;

it.skipIf(!fs.existsSync("/dev/full"))("a full disk does not end the process", async () => {
  const full = fs.openSync("/dev/full", "w");
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", PROGRAM], {
    stdio: ["ignore", full, "ignore"],
  });
  const [code] = await once(child, "exit");
  fs.closeSync(full);
  expect(code).toBe(7);
});

const LOGGING = `
  const { log } = await import("./server/core/log.ts");
  log.info({ event: "test.said", rows: 3 }, "said");
`;

const env = { ...process.env, CT_LOG_LEVEL: "info" };
const program = ["--import", "tsx", "--input-type=module", "-e", LOGGING];
const hasTerminals = spawnSync("script", ["--version"]).status === 0;

it("without a terminal, lines are JSON", () => {
  const { stdout } = spawnSync(process.execPath, program, { env, encoding: "utf8" });
  expect(JSON.parse(stdout)).toMatchObject({ level: 30, event: "test.said", rows: 3, msg: "said" });
});

it.runIf(hasTerminals)("at a terminal, lines are for people", () => {
  const command = [process.execPath, ...program].map((it) => `'${it}'`).join(" ");
  const { stdout } = spawnSync("script", ["-qec", command, "/dev/null"], { env, encoding: "utf8" });
  expect(stripVTControlCharacters(stdout)).toMatch(/^\d\d:\d\d:\d\d {2}Said {2}rows=3\r\n$/);
});
