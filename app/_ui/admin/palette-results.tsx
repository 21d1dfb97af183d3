"use client";
import { useQuery } from "@tanstack/react-query";
import { formatMass } from "#core/mass";
import type { RouterOutput } from "#trpc/router";
import { paymentStates, sessionStates } from "./checkout";
import { useCancelOrder, useExpireSession, useRevokeKey } from "./confirmations";
import type { Confirmation } from "./dialog";
import { money, shortNumber } from "./format";
import { orderStates } from "./order-table";
import type { StateLabel } from "./page";
import type { Choice, PaletteGroup, PaletteItem } from "./palette-items";
import { useSettled } from "./settled";
import { useTRPC } from "./trpc";

type Results = RouterOutput["search"]["find"];
type OperatorResults = RouterOutput["operatorSearch"]["find"];
type Kind<Of, Name extends keyof Of> = Of[Name] extends readonly (infer Row)[] ? Row : never;

interface Result {
  id: string;
  label: string;
  detail?: string | null;
  badge?: StateLabel | undefined;
  open: Choice;
  more?: readonly (readonly [label: string, choice: Choice] | false)[];
}

/** The noun for "Open order" and "Copy order ID", and the results. */
function itemsOf(noun: string, results: readonly Result[]): PaletteItem[] {
  return results.map(({ id, open, more = [], ...rest }) => {
    const all = [
      [`Open ${noun}`, open] as const,
      ...more.filter((action) => action !== false),
      [`Copy ${noun} ID`, { copy: id }] as const,
    ];
    const actions = all.map(([label, choice]) => ({ value: `${id} ${label}`, label, choice }));
    return { ...rest, value: id, choice: open, actions };
  });
}

const joined = (...parts: readonly (string | null | undefined)[]) =>
  parts.filter(Boolean).join(" · ");

const confirmed = (label: string, confirm: Confirmation) => [label, { confirm }] as const;

type OrderResult = Kind<Results, "orders">;
type SessionResult = Kind<Results, "sessions">;
type KeyResult = Kind<Results, "keys">;

function orderResult(base: string, cancel: (id: string) => Confirmation) {
  return (order: OrderResult): Result => ({
    id: order.id,
    label: shortNumber(order.number),
    detail: joined(formatMass(order.amount_kg), order.label),
    badge: orderStates[order.state],
    open: { screen: `${base}/orders/${order.id}` },
    more: [
      order.state === "fulfilled" && ["Open certificate", { address: `/certificates/${order.id}` }],
      order.may_cancel && confirmed("Cancel order", cancel(order.id)),
      ["Copy order number", { copy: order.number }],
    ],
  });
}

function sessionResult(base: string, expire: (id: string) => Confirmation) {
  return (session: SessionResult): Result => ({
    id: session.id,
    label: session.label ?? session.id,
    detail: formatMass(session.amount_kg),
    badge: sessionStates[session.state],
    open: { screen: `${base}/checkout/${session.id}` },
    more: [
      session.order_id !== null && ["Open order", { screen: `${base}/orders/${session.order_id}` }],
      session.state === "open" && [
        "Copy payment link",
        { copy: `${window.location.origin}/checkout/${session.id}` },
      ],
      session.may_expire && confirmed("Expire session", expire(session.id)),
    ],
  });
}

function keyResult(base: string, revoke: (key: KeyResult) => Confirmation) {
  return (key: KeyResult): Result => ({
    id: key.id,
    label: key.name,
    detail: `…${key.hint}`,
    badge: key.is_valid ? { tone: "good", text: "Active" } : { tone: "neutral", text: "Ended" },
    open: { screen: `${base}/people` },
    more: [key.may_revoke && confirmed("Revoke key", revoke(key))],
  });
}

function subaccountResult(base: string) {
  return ({ id, name, email }: Kind<Results, "subaccounts">): Result => ({
    id,
    label: name,
    detail: email,
    open: { screen: `${base}/subaccounts/${id}` },
    more: [["View orders", { screen: `${base}/orders?subaccount_id=${id}` }]],
  });
}

function projectResult(openProject: (path: string) => Choice) {
  return (project: Kind<Results, "projects">): Result => ({
    id: project.id,
    label: project.name,
    detail: joined(project.registry, project.registry_id),
    open: openProject(`/projects/${encodeURIComponent(project.id)}`),
  });
}

function paymentResult(base: string) {
  return (payment: Kind<Results, "payments">): Result => ({
    id: payment.id,
    label: payment.id,
    detail: money(payment.amount, payment.currency),
    badge: paymentStates[payment.state],
    open: { screen: `${base}/checkout/${payment.checkout_session_id}` },
  });
}

function invoiceResult(base: string) {
  return (invoice: Kind<Results, "invoices">): Result => ({
    id: invoice.id,
    label: invoice.number,
    detail: joined(invoice.period, money(invoice.total, invoice.currency)),
    open: { address: `${base}/billing/${invoice.id}/pdf` },
  });
}

function operatorGroups(base: string, results: OperatorResults): PaletteGroup[] {
  const accounts = results.accounts.map(({ id, name, slug }) => ({
    id,
    label: name,
    detail: slug,
    open: { screen: `${base}/accounts/${id}` },
  }));
  const lots = results.lots.map((lot) => ({
    id: lot.id,
    label: `${lot.project} ${lot.vintage_year}`,
    detail: joined(lot.serials, `${formatMass(lot.left_kg)} left`),
    open: { screen: `${base}/stock/${encodeURIComponent(lot.id)}` },
    more: [["Copy serial numbers", { copy: lot.serials }]] as const,
  }));
  const projects = results.projects.map(
    projectResult((path) => ({ screen: `${base}/catalogue${path}` })),
  );
  return [
    { value: "Accounts", items: itemsOf("account", accounts) },
    { value: "Credit lots", items: itemsOf("lot", lots) },
    { value: "Projects", items: itemsOf("project", projects) },
  ];
}

export interface SearchResults {
  groups: readonly PaletteGroup[];
  isSearching: boolean;
  error: unknown;
}

const MIN_LETTERS = 2;

/** The text to search for once the typing pauses; null while there is none. */
function useSearchText(typed: string): { text: string; isEnabled: boolean; isTyping: boolean } {
  const text = useSettled(typed.trim());
  return {
    text,
    isEnabled: text.length >= MIN_LETTERS,
    isTyping: text !== typed.trim() && typed.trim().length >= MIN_LETTERS,
  };
}

/** Results of a former text are never offered for another. */
function resultsOf<Data>(
  { data, error, isFetching }: { data: Data | undefined; error: unknown; isFetching: boolean },
  { isTyping, isEnabled }: { isTyping: boolean; isEnabled: boolean },
  groups: (data: Data) => PaletteGroup[],
): SearchResults {
  const isCurrent = isEnabled && !isTyping;
  return {
    groups: isCurrent && data ? groups(data) : [],
    isSearching: isTyping || (isCurrent && isFetching && !data),
    error: isCurrent ? error : null,
  };
}

export function useAccountResults(base: string, typed: string): SearchResults {
  const { text, ...state } = useSearchText(typed);
  const [cancel, expire, revoke] = [useCancelOrder(), useExpireSession(), useRevokeKey()];
  const query = useQuery(
    useTRPC().search.find.queryOptions({ text }, { enabled: state.isEnabled, staleTime: 0 }),
  );
  return resultsOf(query, state, (data) => [
    { value: "Orders", items: itemsOf("order", data.orders.map(orderResult(base, cancel))) },
    {
      value: "Checkout sessions",
      items: itemsOf("session", data.sessions.map(sessionResult(base, expire))),
    },
    {
      value: "Subaccounts",
      items: itemsOf("subaccount", data.subaccounts.map(subaccountResult(base))),
    },
    { value: "API keys", items: itemsOf("key", data.keys.map(keyResult(base, revoke))) },
    { value: "Payments", items: itemsOf("payment", data.payments.map(paymentResult(base))) },
    { value: "Invoices", items: itemsOf("invoice", data.invoices.map(invoiceResult(base))) },
    {
      value: "Projects",
      items: itemsOf("project", data.projects.map(projectResult((address) => ({ address })))),
    },
  ]);
}

export function useOperatorResults(base: string, typed: string): SearchResults {
  const { text, ...state } = useSearchText(typed);
  const query = useQuery(
    useTRPC().operatorSearch.find.queryOptions(
      { text },
      { enabled: state.isEnabled, staleTime: 0 },
    ),
  );
  return resultsOf(query, state, (data) => operatorGroups(base, data));
}
