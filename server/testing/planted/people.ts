import type { PlantedBug } from "./bug";

const room = "server/domain/people";
const loginTest = `${room}/log-in.test.ts`;
const passkeysTest = "server/auth/passkeys.test.ts";
const authorizationTest = "server/trpc/authorization.isolated.test.ts";
const isolationTest = "server/rest/isolation.isolated.test.ts";

export const peopleBugs: readonly PlantedBug[] = [
  {
    name: "ended-session-works",
    description: "A session that its person ended from another device still works.",
    file: `${room}/sessions.ts`,
    target: "findSession",
    find: '.where("s.endedAt", "is", null)',
    replacement: "",
    caughtBy: [loginTest],
  },
  {
    name: "code-used-twice",
    description: "An authenticator's code can be used again within its period.",
    file: `${room}/second-factor.ts`,
    target: "consumeStep",
    find: 'eb("totpLastStep", "<", used.step)',
    replacement: 'eb("totpLastStep", "<=", used.step)',
    caughtBy: [loginTest],
  },
  {
    name: "one-guess-too-many",
    description: "One guess more than allowed is let through.",
    file: `${room}/attempts.ts`,
    target: "requireAttempt",
    find: "if (counted.count <= limit) continue;",
    replacement: "if (counted.count <= limit + 1) continue;",
    caughtBy: [loginTest],
  },
  {
    name: "passkey-of-another-person",
    description: "Another person's passkey counts as the second factor.",
    file: `${room}/passkeys.ts`,
    target: "checkPasskey",
    find: 'if (personId !== undefined && passkey.personId !== personId) return fail("other person");',
    replacement: "",
    caughtBy: [passkeysTest],
  },
  {
    name: "mailed-link-used-twice",
    description: "A mailed link works twice if it is opened twice at the same moment.",
    file: `${room}/mailed-links.ts`,
    target: "consumeMailedLink",
    find: "where: { id: link.id, endedAt: null },",
    replacement: "where: { id: link.id },",
    caughtBy: [`${room}/mailed-links.test.ts`],
  },
  {
    name: "reset-keeps-sessions",
    description: "A password reset leaves sessions opened with the old password.",
    file: `${room}/passwords.ts`,
    target: "setPassword",
    find: "where: { personId, endedAt: null, NOT: { id: currentSessionId } },",
    replacement: "where: { personId, endedAt: null, id: currentSessionId },",
    caughtBy: [`${room}/mailed-links.test.ts`],
  },
  {
    name: "both-owners-leave",
    description: "Two owners who remove each other at once leave an account without an owner.",
    file: "server/domain/accounts/members.ts",
    target: "requireOwnerLeft",
    find: "await lockAccount(ctx);",
    replacement: "",
    caughtBy: ["server/domain/accounts/accounts.test.ts"],
  },
  {
    name: "secrets-without-proof",
    description: "Keys and secrets can be changed long after the person's last proof of identity.",
    file: "server/trpc/procedures.ts",
    target: "forRole",
    find: "requireProof(ctx, loggedIn, meta);",
    replacement: "",
    caughtBy: [authorizationTest],
  },
  {
    name: "viewer-cancels-orders",
    description: "A viewer can cancel orders.",
    file: "server/trpc/orders.ts",
    target: "ordersRouter",
    find: "cancel: forAdmin",
    replacement: "cancel: forViewer",
    caughtBy: [authorizationTest],
  },
  {
    name: "expired-key-accepted",
    description: "An API key is accepted after it has expired.",
    file: "server/domain/accounts/api-keys.ts",
    target: "findValidKey",
    find: 'eb.or([eb("k.expiresAt", "is", null), eb("k.expiresAt", ">", key.now)])',
    replacement: "eb.lit(true)",
    caughtBy: [isolationTest],
  },
  {
    name: "subaccount-of-any-account",
    description: "A subaccount is found by its id alone.",
    file: "server/domain/accounts/subaccounts.ts",
    target: "getSubaccount",
    find: "where: { accountId: ctx.account.id, id: input.id },",
    replacement: "where: { id: input.id },",
    caughtBy: [isolationTest],
  },
];
