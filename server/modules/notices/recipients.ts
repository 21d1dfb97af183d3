// People whom a kind of notification may be mailed to, with their choices.
import { type SqlBool, sql } from "kysely";
import type { Sql } from "#core/db";
import { type Params, queriesOn } from "#core/query";
import { type AccountTables, hasCapability, type Role, rolesWith } from "#domain/accounts";
import type { PeopleTables } from "#domain/people";
import { type NoticeKind, type NoticeRule, noticeRule, OPERATOR } from "./schema";
import type { NoticeTables } from "./tables";

const query = queriesOn<NoticeTables & AccountTables & PeopleTables>();

export interface Recipient {
  scope: string;
  /** Of the account; of an operator, the installation. */
  placeName: string;
  /** Start of the addresses of its screens. */
  path: string;
  personId: string;
  email: string;
  /** The only subaccount that the person has access to; null: everything. */
  subaccountId: string | null;
  isOn: boolean;
  days: number;
  /** Only what happened later is mailed. */
  since: Date;
}

interface Search {
  kind: NoticeKind;
  scopes: readonly string[];
  roles: readonly Role[];
  personId: string | null;
}

// Members of suspended accounts get nothing, nor do people with access to a test subaccount only.
const findMembers = query("notices-find-members", (db, search: Params<Search>) =>
  db
    .selectFrom("memberships as m")
    .innerJoin("accounts as a", "a.id", "m.accountId")
    .innerJoin("people as p", "p.id", "m.personId")
    .leftJoin("noticeChoices as c", (join) =>
      join
        .onRef("c.personId", "=", "m.personId")
        .onRef("c.scope", "=", "m.accountId")
        .on("c.kind", "=", search.kind),
    )
    .select(["m.accountId as scope", "a.name", "a.slug", "m.personId", "p.email", "m.role"])
    .select(["m.subaccountId", "m.createdAt", "c.isOn", "c.days", "c.changedAt"])
    .where("m.accountId", "=", sql<string>`any (${search.scopes}::text[])`)
    .where("m.role", "=", sql<Role>`any (${search.roles}::text[])`)
    .where(sql<SqlBool>`(${search.personId}::text IS NULL OR m.person_id = ${search.personId})`)
    .where("a.suspendedAt", "is", null)
    .where(
      sql<SqlBool>`(m.subaccount_account_id IS NULL OR m.subaccount_account_id = m.account_id)`,
    ),
);

// Operators without a second factor have no access yet.
const findOperators = query(
  "notices-find-operators",
  (db, search: Params<Pick<Search, "kind" | "personId">>) =>
    db
      .selectFrom("people as p")
      .leftJoin("noticeChoices as c", (join) =>
        join
          .onRef("c.personId", "=", "p.id")
          .on("c.scope", "=", OPERATOR)
          .on("c.kind", "=", search.kind),
      )
      .select(["p.id as personId", "p.email", "p.createdAt", "c.isOn", "c.days", "c.changedAt"])
      .where("p.isOperator", "=", true)
      .where(sql<SqlBool>`(${search.personId}::text IS NULL OR p.id = ${search.personId})`)
      .where((eb) =>
        eb.or([
          eb("p.secondFactorExempt", "=", true),
          eb("p.totpKey", "is not", null),
          eb.exists(
            eb.selectFrom("passkeys as k").select("k.id").whereRef("k.personId", "=", "p.id"),
          ),
        ]),
      ),
);

interface Chosen {
  createdAt: Date;
  isOn: boolean | null;
  days: number | null;
  changedAt: Date | null;
}

const later = (one: Date, other: Date | null) => (other !== null && other > one ? other : one);

function choiceOf({ createdAt, isOn, days, changedAt }: Chosen, rule: NoticeRule, role?: Role) {
  const { onFor } = rule;
  const isDefaultOn =
    typeof onFor === "boolean" ? onFor : role !== undefined && hasCapability(role, onFor);
  return {
    isOn: isOn ?? isDefaultOn,
    days: days ?? rule.days ?? 0,
    since: later(createdAt, changedAt),
  };
}

type FindRecipients = Pick<Search, "kind" | "scopes"> & { personId?: string | null };

async function findAccountRecipients(
  db: Sql,
  { kind, scopes, personId = null }: FindRecipients,
): Promise<Recipient[]> {
  const rule = noticeRule("", kind);
  if (!rule?.capability || scopes.length === 0) return [];
  const roles = rolesWith(rule.capability);
  const rows = await findMembers(db, { kind, scopes, roles, personId });
  return rows
    .filter(({ subaccountId }) => subaccountId === null || rule.forLimited === true)
    .map(({ scope, name: placeName, slug, personId, email, role, subaccountId, ...chosen }) => ({
      ...{ scope, placeName, path: `/admin/${slug}/live`, personId, email, subaccountId },
      ...choiceOf(chosen, rule, role),
    }));
}

async function findOperatorRecipients(
  db: Sql,
  { kind, personId = null }: Omit<FindRecipients, "scopes">,
): Promise<Recipient[]> {
  const rule = noticeRule(OPERATOR, kind);
  if (!rule) return [];
  const place = { scope: OPERATOR, placeName: "Carbon Till", path: "/admin/operator/live" };
  const rows = await findOperators(db, { kind, personId });
  return rows.map(({ personId, email, ...chosen }) => ({
    ...{ ...place, personId, email, subaccountId: null },
    ...choiceOf(chosen, rule),
  }));
}

/** Everyone who may get this kind for these scopes, whether they want it or not. */
export async function findRecipients(db: Sql, input: FindRecipients): Promise<Recipient[]> {
  const scopes = [...new Set(input.scopes)];
  const accounts = scopes.filter((scope) => scope !== OPERATOR);
  return [
    ...(await findAccountRecipients(db, { ...input, scopes: accounts })),
    ...(scopes.includes(OPERATOR) ? await findOperatorRecipients(db, input) : []),
  ];
}

/** Null if the person may not get this kind (any more). */
export async function findRecipient(
  db: Sql,
  { scope, ...input }: { kind: NoticeKind; scope: string; personId: string },
): Promise<Recipient | null> {
  return (await findRecipients(db, { ...input, scopes: [scope] }))[0] ?? null;
}
