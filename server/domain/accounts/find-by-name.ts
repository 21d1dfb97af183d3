import type { AccountContext } from "#core/context";
import { type FindText, MAX_HITS, MAX_SCANNED } from "#core/find";
import { named } from "#core/name-order";
import { containing } from "#core/text";
import type { ApiKey, Subaccount } from "#prisma";

/** Arguments that skip to the oldest row that is scanned. */
const scanStart = (accountId: string) =>
  ({
    where: { accountId },
    orderBy: { id: "desc" },
    skip: MAX_SCANNED - 1,
    select: { id: true },
  }) as const;

/** A token as lists show it, or its end. */
const HINT = /^(ct_.*)?.{4}$/;

const newestFirst = { orderBy: { id: "desc" }, take: MAX_HITS } as const;

/** Subaccounts by id; of the latest ones, also by part of the name or email address. */
export async function findSubaccounts(
  ctx: AccountContext,
  { text, subaccountId }: FindText,
): Promise<Subaccount[]> {
  const accountId = ctx.account.id;
  const { subaccount } = ctx.db.prisma;
  if (subaccountId !== null) {
    const contains = containing(text);
    const OR = [{ id: text }, { searchName: named(text) }, { email: contains }];
    return subaccount.findMany({ where: { AND: [{ accountId, id: subaccountId }, { OR }] } });
  }
  const [byId, start] = await Promise.all([
    subaccount.findMany({ where: { accountId, id: text } }),
    subaccount.findFirst(scanStart(accountId)),
  ]);
  if (byId.length > 0) return byId;
  const contains = containing(text);
  return subaccount.findMany({
    where: {
      accountId,
      ...(start && { id: { gte: start.id } }),
      OR: [{ searchName: named(text) }, { email: contains }],
    },
    ...newestFirst,
  });
}

type NamedKey = Omit<ApiKey, "tokenHash"> & { isValid: boolean };

/** API keys by id; of the latest ones, also by part of the name or the end of the token. */
export async function findApiKeys(ctx: AccountContext, text: string): Promise<NamedKey[]> {
  const accountId = ctx.account.id;
  const { apiKey } = ctx.db.prisma;
  const start = await apiKey.findFirst(scanStart(accountId));
  const keys = await apiKey.findMany({
    where: {
      accountId,
      ...(start && { id: { gte: start.id } }),
      OR: [
        { id: text },
        { name: containing(text) },
        ...(HINT.test(text) ? [{ tokenHint: text.slice(-4) }] : []),
      ],
    },
    omit: { tokenHash: true },
    ...newestFirst,
  });
  const isLate = ({ expiresAt }: Pick<ApiKey, "expiresAt">) =>
    expiresAt !== null && expiresAt <= ctx.now;
  return keys.map((key) => ({ ...key, isValid: key.revokedAt === null && !isLate(key) }));
}
