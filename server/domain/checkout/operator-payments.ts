// Payments of all accounts, for the operator.
import type { Context, Mode } from "#core/context";
import { invalid } from "#core/errors";
import { idPrefixes } from "#core/id";
import { cursorOf, type Page, type PageQuery, pageOf, walkOf } from "#core/page";
import type { Payment, Prisma } from "#prisma";
import type { PaymentState } from "./payment-rules";
import { listPaymentsToResolve, type PaymentTask } from "./payments-to-resolve";

export interface OperatorPayment {
  payment: Payment & { state: PaymentState };
  account: { slug: string; name: string };
  customerEmail: string | null;
  orderId: string | null;
}

async function withOwners({ db }: Context, rows: readonly Payment[]): Promise<OperatorPayment[]> {
  const { checkoutSession, account } = db.prisma;
  const ids = { in: rows.map(({ checkoutSessionId }) => checkoutSessionId) };
  const sessions = await checkoutSession.findMany({ where: { id: ids } });
  const own = await account.findMany({
    where: { id: { in: rows.map(({ accountId }) => accountId) } },
  });
  // The dashboard's URLs have the live account's name.
  const live = await account.findMany({
    where: { id: { in: own.map(({ liveAccountId, id }) => liveAccountId ?? id) } },
  });
  return rows.map((row) => {
    const session = sessions.find(({ id }) => id === row.checkoutSessionId);
    const account = own.find(({ id }) => id === row.accountId);
    const linked = live.find(({ id }) => id === (account?.liveAccountId ?? account?.id));
    return {
      payment: { ...row, state: row.state as PaymentState },
      account: { slug: linked?.slug ?? "", name: account?.name ?? "" },
      customerEmail: session?.customerEmail ?? null,
      orderId: session?.orderId ?? null,
    };
  });
}

interface Filter {
  mode: Mode;
  state: PaymentState | null;
  /** ID of a payment, session or payment at the provider. */
  search: string | null;
}

/** Ids that are searched one by one, because PostgreSQL reads all payments for one of several. */
function whereId(search: string): Prisma.PaymentWhereInput {
  if (search.startsWith(`${idPrefixes.payment}_`)) return { id: search };
  if (search.startsWith(`${idPrefixes.checkoutSession}_`)) return { checkoutSessionId: search };
  return { providerPaymentId: search };
}

/** Condition for payments of all accounts that match the filter. */
export function whereAnyPayments({ mode, state, search }: Filter): Prisma.PaymentWhereInput {
  return {
    mode,
    ...(state && { state }),
    ...(search && whereId(search)),
  };
}

/** A page of payments of all accounts, newest first. @throws invalid naming an unknown cursor */
export async function listAllPayments(
  ctx: Context,
  input: Filter & PageQuery,
): Promise<Page<OperatorPayment>> {
  const { mode, limit } = input;
  const { payment } = ctx.db.prisma;
  const cursor = cursorOf(input);
  if (cursor && !(await payment.findFirst({ where: { mode, id: cursor.id } }))) {
    throw invalid(cursor.parameter, "is not the id of a payment", "unknown-id");
  }
  const { beyond, ...walk } = walkOf(limit, cursor);
  const where = { AND: [whereAnyPayments(input), beyond] };
  const page = pageOf(await payment.findMany({ where, ...walk }), limit, cursor);
  return { data: await withOwners(ctx, page.data), hasMore: page.hasMore };
}

export interface OperatorTask extends OperatorPayment {
  task: PaymentTask;
  evidenceDueOn: Date | null;
  owedUsdCents: number;
  taskUsdCents: number;
  failedRefundId: string | null;
}

/** Payments of all accounts that a person has to act upon, oldest first. */
export async function listPaymentTasks(
  ctx: Context,
  { mode }: { mode: Mode },
): Promise<OperatorTask[]> {
  const tasks = await listPaymentsToResolve(ctx, { mode });
  const owners = await withOwners(
    ctx,
    tasks.map(({ payment }) => payment),
  );
  return owners.map((owner, at) => ({
    ...owner,
    task: tasks[at]?.task ?? "outcome_unknown",
    evidenceDueOn: tasks[at]?.dispute?.evidenceDueOn ?? null,
    owedUsdCents: tasks[at]?.owedUsdCents ?? 0,
    taskUsdCents: tasks[at]?.taskUsdCents ?? 0,
    failedRefundId: tasks[at]?.failedRefundId ?? null,
  }));
}
