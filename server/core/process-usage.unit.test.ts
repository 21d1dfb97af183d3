import { expect, it } from "vitest";
import { readProcessUsage } from "./process-usage";

it.runIf(process.platform === "linux")("reports the CPU time of a process, which grows", () => {
  const usedMs = () => readProcessUsage(process.pid)?.cpuMs ?? Number.NaN;
  const before = usedMs();
  expect(before).toBeGreaterThan(0);
  while (usedMs() < before + 50);
  expect(readProcessUsage(process.pid)).toMatchObject({ isRunnable: true });
});

it("reports nothing of a process that does not exist", () => {
  expect(readProcessUsage(2 ** 30)).toBeNull();
});
