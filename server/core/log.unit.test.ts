import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
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
