import { expect, it } from "vitest";
import { env } from "#core/env";
import { withSettings } from "#testing/settings";
import { runTill } from "#testing/till";

const url = "postgresql://till:s3cret@db.example/till";
const move = (...args: string[]) => runTill(".", ["move", ...args]);

withSettings();

it("moves to one database, by option or by setting", async () => {
  expect((await move()).stderr).toContain("CT_MOVE_TO_FILE=FILE");
  expect((await move("--to", "db.example")).stderr).toContain("--to must be postgresql://");
  env.CT_MOVE_TO = url;
  expect((await move("--to", url)).stderr).toContain("--to and CT_MOVE_TO are both set");
});

it("warns of a password that others can see", async () => {
  const visible = await move("--to", url);
  expect(visible.stderr).toMatch(/can see the password in --to.*CT_MOVE_TO_FILE/);
  expect(visible.stderr).not.toContain("s3cret");
  const without = await move("--to", url.replace(":s3cret", ""));
  env.CT_MOVE_TO = url;
  const named = await move();
  for (const { stderr } of [without, named]) expect(stderr).not.toContain("password");
  // These tests have a database, so nothing is moved.
  for (const { code, stderr } of [visible, without, named]) {
    expect([code, stderr]).toEqual([1, expect.stringContaining("DATABASE_URL is set")]);
  }
});
