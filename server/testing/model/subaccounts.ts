// Actions of an account on its subaccounts.
import type { Action } from "./explain";
import { type Draw, isOneIn, pick, status, type Write, write, writeOn } from "./requests";
import type { Till } from "./till";

export function addSubaccount(till: Till, draw: Draw): Action | null {
  if (till.subaccounts.length >= 4) return null;
  const account = draw.who % 2;
  const portfolioId = isOneIn(2, draw.how) ? (pick(till.portfolios, draw.size)?.id ?? null) : null;
  const body = { name: "Part", ...(portfolioId && { default_portfolio_id: portfolioId }) };
  const request: Write = { account, method: "POST", path: "/subaccounts", body };
  return write("adds a subaccount", request, (now, response) => {
    status(response, 201);
    now.subaccounts.push({ id: response.json.id, account, portfolioId });
  });
}

export function changeSubaccount(till: Till, draw: Draw): Action | null {
  const target = pick(till.subaccounts, draw.what);
  if (!target) return null;
  const portfolioId = isOneIn(2, draw.how) ? (pick(till.portfolios, draw.size)?.id ?? null) : null;
  const body = { name: "Part", ...(portfolioId && { default_portfolio_id: portfolioId }) };
  const request = { target, draw, method: "PUT", path: `/subaccounts/${target.id}`, body } as const;
  return writeOn("changes a subaccount", request, (now, response) => {
    const own = now.subaccounts.find(({ id }) => id === target.id);
    if (!own) return status(response, 404, "not-found");
    status(response, 200);
    own.portfolioId = portfolioId;
  });
}

export function deleteSubaccount(till: Till, draw: Draw): Action | null {
  const target = pick(till.subaccounts, draw.what);
  if (!target) return null;
  const request = { target, draw, method: "DELETE", path: `/subaccounts/${target.id}` } as const;
  return writeOn("deletes a subaccount", request, (now, response) => {
    const isOfIt = ({ subaccountId }: { subaccountId: string | null }) =>
      subaccountId === target.id;
    const own = now.subaccounts.find(({ id }) => id === target.id);
    if (!own) return status(response, 404, "not-found");
    if (now.orders.some(isOfIt)) return status(response, 403, "forbidden");
    if (now.sessions.some(isOfIt)) return status(response, 409, "conflict");
    status(response, 204);
    now.subaccounts = now.subaccounts.filter((it) => it !== own);
  });
}
