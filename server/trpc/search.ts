// Search of the palette, which runs while someone types: each lookup uses an index, or scans a bounded
// number of rows.
import { z } from "zod";
import { type FindText, MAX_HITS } from "#core/find";
import { orderNumber } from "#core/id";
import { text, trimmedText } from "#core/text";
import {
  type Capability,
  findApiKeys,
  findSubaccounts,
  hasCapability,
  listAccounts,
} from "#domain/accounts";
import { listCatalogueProjects } from "#domain/catalogue";
import { findPayments, findSessions, type PaymentState } from "#domain/checkout";
import { findLotsByText } from "#domain/inventory";
import { findOrders } from "#domain/orders";
import { billing } from "#modules";
import { forOperator, forViewer, type MemberContext, router } from "./procedures";

const Find = z.strictObject({ text: trimmedText(200, 2) });
const FindInAccount = Find.extend({ subaccount_id: text(255, 1).optional() });

/** Only decides what is offered: procedures check again. */
const can = ({ role }: MemberContext, capability: Capability) => hasCapability(role, capability);

async function findOrderHits(ctx: MemberContext, find: FindText) {
  const orders = await findOrders(ctx, find);
  return orders.map((order) => ({
    id: order.id,
    number: orderNumber(order.id),
    state: order.state,
    amount_kg: order.amountKg,
    label: order.description ?? order.beneficiaryName ?? order.subaccountName,
    created_on: order.createdAt.toISOString(),
    may_cancel: order.state === "placed" && can(ctx, "manage"),
  }));
}

async function findSessionHits(ctx: MemberContext, find: FindText) {
  const sessions = await findSessions(ctx, find);
  return sessions.map((session) => ({
    id: session.id,
    state: session.state,
    amount_kg: session.amountKg,
    label: session.customerEmail ?? session.description ?? session.beneficiaryName,
    order_id: session.orderId,
    created_on: session.createdAt.toISOString(),
    may_expire: session.state === "open" && can(ctx, "manage"),
  }));
}

async function findKeyHits(ctx: MemberContext, text: string) {
  const keys = await findApiKeys(ctx, text);
  return keys.map(({ id, name, tokenHint, isValid }) => ({
    id,
    name,
    hint: tokenHint,
    is_valid: isValid,
    may_revoke: isValid && can(ctx, "keys"),
  }));
}

async function findProjectHits(
  ctx: Parameters<typeof listCatalogueProjects>[0],
  input: Pick<Parameters<typeof listCatalogueProjects>[1], "mode" | "search">,
) {
  const { data } = await listCatalogueProjects(ctx, { ...input, limit: MAX_HITS });
  return data.map(({ id, name, registryName, registryId }) => ({
    id,
    name,
    registry: registryName,
    registry_id: registryId,
  }));
}

export const searchRouter = router({
  /**
   * At most five of each kind, by id, number, name or email address. Keys and invoices are the whole
   * account's.
   */
  find: forViewer
    .meta({ forLimited: "filter" })
    .input(FindInAccount)
    .query(async ({ ctx, input }) => {
      const { text, subaccount_id: subaccountId = null } = input;
      const find = { text, subaccountId };
      const isWhole = subaccountId === null;
      const [orders, sessions, subaccounts, keys, projects, payments, invoices] = await Promise.all(
        [
          findOrderHits(ctx, find),
          findSessionHits(ctx, find),
          findSubaccounts(ctx, find),
          isWhole ? findKeyHits(ctx, text) : [],
          findProjectHits(ctx, { mode: ctx.account.mode, search: text }),
          findPayments(ctx, find),
          isWhole && can(ctx, "read_billing") ? billing.findInvoices(ctx, text) : [],
        ],
      );
      return {
        ...{ orders, sessions, keys, projects },
        subaccounts: subaccounts.map(({ id, name, email }) => ({ id, name, email })),
        payments: payments.map((payment) => ({
          id: payment.id,
          state: payment.state as PaymentState,
          amount: Number(payment.amount),
          currency: payment.currency,
          checkout_session_id: payment.checkoutSessionId,
        })),
        invoices: invoices.map(({ id, number, kind, period, currency, total }) => ({
          ...{ id, number, kind, period, currency },
          total: Number(total),
        })),
      };
    }),
});

export const operatorSearchRouter = router({
  /** At most five accounts, projects and lots, by id, name, registry id or serial number. */
  find: forOperator.input(Find).query(async ({ ctx, input: { text } }) => {
    const { mode } = ctx;
    const [accounts, projects, lots] = await Promise.all([
      listAccounts(ctx, { search: text, limit: MAX_HITS }),
      findProjectHits(ctx, { mode, search: text }),
      findLotsByText(ctx, { mode, text }),
    ]);
    return {
      accounts: accounts.data.map(({ id, name, slug }) => ({ id, name, slug })),
      projects,
      lots: lots.map((lot) => ({
        id: lot.id,
        serials: lot.serialNumberRange,
        project: lot.projectName,
        vintage_year: lot.vintageYear,
        left_kg: lot.quantityKg - lot.retiredKg,
      })),
    };
  }),
});
