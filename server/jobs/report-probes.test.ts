import { afterEach, expect, it, vi } from "vitest";
import { env } from "#core/env";
import { log } from "#core/log";
import { withSettings } from "#testing/settings";
import { reportProbes } from "./worker";

withSettings();

afterEach(() => {
  vi.restoreAllMocks();
});

it("logs one line for each service that does not work, and none for others", async () => {
  const error = vi.spyOn(log, "error").mockImplementation(() => undefined);
  await reportProbes();
  expect(error).not.toHaveBeenCalled();
  env.SMTP_URL = "smtp://till:secret@127.0.0.1:1";
  await reportProbes();
  expect(error.mock.calls).toEqual([
    [
      {
        event: "startup.probe_failed",
        part: "mail",
        detail: expect.stringMatching(/^SMTP_URL: 127\.0\.0\.1:1 .*ECONNREFUSED/),
      },
      "configured service unusable",
    ],
  ]);
});
