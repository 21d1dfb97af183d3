import pg from "pg";
import { beforeAll, expect, it } from "vitest";
import type { AccountContext } from "#core/context";
import { database } from "#core/db";
import { log } from "#core/log";
import { createSubaccount } from "#domain/catalogue";
import { getPaymentSums, listAllPayments, listPayments, SearchPayments } from "#domain/checkout";
import { applyMigration } from "#setup/apply-migration";
import { migrationsFolder, readMigrations } from "#setup/migrations";
import { directUrl, planOf } from "#testing/bench/plans";
import { recordStatements } from "#testing/bench/record";
import { settleTables } from "#testing/bench/seed";
import { cards, openSession, pay, refund } from "#testing/checkout";
import { contextOf, makeAccount, makeStock } from "#testing/factories";

const MANY = 4000;
/** The oldest payments are the subaccount's. */
const OWN = 30;

let ctx: AccountContext;
let subaccountId: string;
let sessionId: string;

// Copies the payment and its session.
const COPY = `
  WITH numbers AS (SELECT n, lpad(n::text, 6, '0') AS tail FROM generate_series(1, ${MANY}) n),
  sessions AS (
    INSERT INTO checkout_sessions
    SELECT (jsonb_populate_record(s, jsonb_build_object(
      'id', left(s.id, -6) || tail,
      'subaccount_id', CASE WHEN n <= ${OWN} THEN s.subaccount_id END))).*
    FROM checkout_sessions s, numbers WHERE s.id = $1)
  INSERT INTO payments
  SELECT (jsonb_populate_record(p, jsonb_build_object(
    'id', left(p.id, -6) || tail, 'checkout_session_id', left($1, -6) || tail,
    'provider_payment_id', 'copy_' || n,
    'subaccount_id', CASE WHEN n <= ${OWN} THEN p.subaccount_id END))).*
  FROM payments p, numbers WHERE p.checkout_session_id = $1`;

beforeAll(async () => {
  const { portfolioId } = await makeStock();
  ctx = contextOf((await makeAccount()).account);
  subaccountId = (await createSubaccount(ctx, { name: "Harbor" })).id;
  const session = { account: ctx.account, portfolioId, subaccountId };
  sessionId = (await openSession(session)).id;
  await pay(sessionId, cards.good);
  await database().sqlTransaction(async (sql) => {
    await sql.query({ name: "", text: "SET LOCAL session_replication_role = replica" }, []);
    await sql.query({ name: "", text: COPY }, [sessionId]);
  });
  await settleTables();
});

const idsOf = async (input: object) =>
  (
    await listPayments(ctx, SearchPayments.parse({ subaccount_id: subaccountId, ...input }))
  ).data.map(({ id }) => id);

async function ownIds(): Promise<string[]> {
  const where = { accountId: ctx.account.id, session: { subaccountId } };
  const rows = await database().prisma.payment.findMany({ where, orderBy: { id: "desc" } });
  return rows.map(({ id }) => id);
}

/** As a version without the column writes a payment. */
const forget = (text: string) =>
  database().query({ name: "", text: `UPDATE payments SET subaccount_id = DEFAULT ${text}` }, []);

it("a subaccount's payments are read by their own index, however old they are", async () => {
  const own = await ownIds();
  const statements = await recordStatements(async () => {
    expect(await idsOf({ limit: 5 })).toEqual(own.slice(0, 5));
    await idsOf({ last: true });
    await getPaymentSums(ctx, { subaccount_id: subaccountId });
  });
  const reads = statements.filter(({ text }) => /FROM "?(public"?\."?)?payments/.test(text));
  expect(reads.length).toBeGreaterThan(5);
  for (const read of reads) {
    const plan = await planOf(read, "custom");
    if (/"subaccount_id"/.test(read.text)) expect(plan).toContain("payments_subaccount_idx");
    expect(plan).not.toMatch(/Seq Scan|payments_pkey/);
  }
});

it("the operator's list of payments, in order, in a state or of a session, reads no others", async () => {
  const { mode } = ctx.account;
  const [row] = await database().prisma.payment.findMany({ take: 1 });
  const all = { mode, state: null, search: null, limit: 5 };
  const statements = await recordStatements(async () => {
    expect((await listAllPayments(ctx, all)).data).toHaveLength(5);
    await listAllPayments(ctx, { ...all, state: "disputed" });
    for (const search of [row?.id, row?.checkoutSessionId]) {
      const { data } = await listAllPayments(ctx, { ...all, search: search ?? "" });
      expect(data.map(({ payment }) => payment.id)).toEqual([row?.id]);
    }
  });
  const reads = statements.filter(({ text }) => /FROM "?(public"?\."?)?payments/.test(text));
  expect(reads).toHaveLength(4);
  for (const read of reads) {
    const plan = await planOf(read, "custom");
    expect(plan).toMatch(/Index Scan.* payments_(mode|state|session)_idx/);
  }
});

it("payments of a version that does not store the subaccount are listed and summed", async () => {
  const own = await ownIds();
  await forget(`WHERE id IN ('${own[0]}', '${own[3]}')`);
  expect(await idsOf({ limit: 100 })).toEqual(own);
  expect(await idsOf({ limit: 3, starting_after: own[0] })).toEqual(own.slice(1, 4));
  const { payments, paid } = await getPaymentSums(ctx, { subaccount_id: subaccountId });
  expect([payments, paid?.payments]).toEqual([own.length, own.length]);
  const other = (await createSubaccount(ctx, { name: "Other" })).id;
  expect(await idsOf({ subaccount_id: other })).toEqual([]);
});

it("the upgrade stores the subaccount of each payment, and so does the next change", async () => {
  const { payment } = database().prisma;
  const before = await ownIds();
  await forget(`WHERE account_id = '${ctx.account.id}'`);
  const migrations = readMigrations(migrationsFolder());
  const migration = migrations.find(({ name }) => name.endsWith("_payments_by_subaccount"));
  if (!migration) throw new Error("the migration has another name");
  const client = new pg.Client({ connectionString: directUrl() });
  await client.connect();
  await applyMigration({ client, log }, migration);
  await client.end();
  const where = { accountId: ctx.account.id };
  expect(await payment.count({ where: { ...where, subaccountId: "" } })).toBe(0);
  expect(await payment.count({ where: { ...where, subaccountId } })).toBe(before.length);
  expect(await idsOf({ limit: 100 })).toEqual(before);
  await forget(`WHERE checkout_session_id = '${sessionId}'`);
  await refund(ctx.account, sessionId, 100);
  expect(await payment.findFirst({ where: { ...where, checkoutSessionId: sessionId } })).toEqual(
    expect.objectContaining({ subaccountId }),
  );
});
