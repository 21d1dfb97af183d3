import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { database } from "#core/db";
import { env } from "#core/env";
import {
  acceptInvitation,
  invitePerson,
  prepareAcceptance,
  preparePasswordReset,
  requestPasswordReset,
  resetPassword,
} from "#domain/people";
import { contextOf, makeAccount, systemContext } from "#testing/factories";
import { mailsAbout, makeMailsDue } from "#testing/mails";
import { makePerson, testVisitor, tryLogin } from "#testing/people";
import { withSettings } from "#testing/settings";
import { runJobs } from "./run-jobs";

const PASSWORD = "quarry lantern oboe drift";
let folder: string;

withSettings();
beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), "ct-links-"));
  Object.assign(env, { CT_DATA_DIR: folder, SMTP_URL: undefined });
});

async function mails(): Promise<string[]> {
  const files = await fs.readdir(path.join(folder, "mails")).catch(() => []);
  return Promise.all(files.map((file) => fs.readFile(path.join(folder, "mails", file), "utf8")));
}

/** Returns the token in the mail's text, whose lines are folded. */
function tokenIn(mail = ""): string {
  return /token=(?:3D)?([\w-]{32})/.exec(mail.replace(/=\r?\n/g, ""))?.[1] ?? "";
}

test("an invitation is mailed once, even by two workers, and its link works", async () => {
  const { live } = await makeAccount();
  const email = `kim-${Date.now()}@example.com`;
  await invitePerson(contextOf(live), { email, role: "viewer" });
  await Promise.all([runJobs(systemContext()), runJobs(systemContext())]);
  await runJobs(systemContext());
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail).toContain(`To: ${email}`);
  const token = tokenIn(mail);
  const input = { token, name: "Kim", password: PASSWORD, visitor: testVisitor };
  await acceptInvitation(systemContext(), await prepareAcceptance(systemContext(), input));
  expect(await tryLogin(email, { password: PASSWORD })).toMatchObject({ outcome: "in" });
});

test("a mail that cannot be sent is tried again later, with another link", async () => {
  const { email } = await makePerson();
  await requestPasswordReset(systemContext(), { email, visitor: testVisitor });
  env.SMTP_URL = "smtp://127.0.0.1:1";
  await runJobs(systemContext());
  const link = await database().prisma.mailedLink.findFirstOrThrow({ where: { email } });
  const [queued] = await mailsAbout(link.id);
  expect(queued?.dueAt.getTime()).toBeGreaterThan(Date.now() + 20_000);
  env.SMTP_URL = undefined;
  await makeMailsDue(link.id);
  await runJobs(systemContext());
  const [mail] = await mails();
  const input = { token: tokenIn(mail), password: PASSWORD, visitor: testVisitor };
  await resetPassword(systemContext(), await preparePasswordReset(systemContext(), input));
  expect(await tryLogin(email, { password: PASSWORD })).toMatchObject({ outcome: "in" });
});
