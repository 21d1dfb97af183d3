import { expect, test } from "vitest";
import { database } from "#core/db";
import { runTill, runTillJson } from "#testing/till";

test("signing-key rotates and withdraws keys, and lists the published ones", async () => {
  const ids = async (...command: string[]): Promise<string[]> =>
    (await runTillJson(".", ["signing-key", ...command])).keys.map((key: { id: string }) => key.id);
  const [first = ""] = await ids("rotate");
  const [second = ""] = await ids("rotate");
  const left = await ids("withdraw", second);
  expect(left).not.toContain(second);
  expect(left).toContain(first);
  const { stdout } = await runTill(".", ["signing-key", "list"]);
  expect(stdout).toMatch(new RegExp(`^${left[0]}  created \\S+, in use\n`));
  const unknown = await runTill(".", ["signing-key", "withdraw", "nothing"]);
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining("signing key") });
  const where = { action: { startsWith: "signing_key." } };
  // Two rotations, and the one that comes with the withdrawal.
  expect(await database().prisma.auditEntry.count({ where })).toBe(4);
});
