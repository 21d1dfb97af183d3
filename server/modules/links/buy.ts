import { RateLimiterMemory } from "rate-limiter-flexible";
import { currentCaller } from "#core/caller";
import type { Context } from "#core/context";
import { database } from "#core/db";
import { Problem } from "#core/errors";
import { handleForm, isOver, languageFor, readForm } from "#rest/public-form";
import { buyThroughLink } from "./public-link";

/** Each submission creates a session. */
const submissions = new RateLimiterMemory({ points: 20, duration: 60 });

const KG = /^\d{1,9}$/;

/** The chosen amount, or the one entered if the choice is "other" or there is none. */
function amountIn(form: URLSearchParams): string {
  const chosen = form.get("amount") ?? "other";
  return (chosen === "other" ? (form.get("own") ?? "") : chosen).trim();
}

/** Returns what the page shows for a problem; null where its state says it all. */
function faultOf({ code, errorCodes }: Problem): string | null {
  if (code === "not-found" || code === "conflict") return null;
  if (code === "insufficient-stock") return "amount.stock";
  const amountCode = errorCodes?.["amount_kg"];
  if (amountCode === undefined) return "unavailable";
  return amountCode === "too-small" ? "amount.small" : "amount.large";
}

/** The id of the new session, or a fault. */
async function buy(
  ctx: Context,
  slug: string,
  amount: string,
): Promise<{ id: string } | { fault: string | null }> {
  if (await isOver(submissions, currentCaller())) return { fault: "wait" };
  if (amount === "") return { fault: "amount.missing" };
  if (!KG.test(amount) || Number(amount) === 0) return { fault: "amount.invalid" };
  const input = { slug, amountKg: Number(amount) };
  return database()
    .transaction((db) => buyThroughLink({ ...ctx, db }, input))
    .catch((error: unknown) => {
      if (error instanceof Problem && error.status < 500) return { fault: faultOf(error) };
      throw error;
    });
}

/** `POST /buy/{slug}`: leads to the customer's own checkout session, or back with a fault. */
export function buyForm(request: Request, slug: string): Promise<Response> {
  return handleForm(request, async (ctx) => {
    const form = await readForm(request);
    const lang = languageFor(request, form);
    const redirectTo = (path: string, query: Record<string, string> = {}) => {
      const location = `${path}?${new URLSearchParams({ lang, ...query })}`;
      return new Response(null, {
        status: 303,
        headers: { location, "cache-control": "no-store" },
      });
    };
    const amount = amountIn(form);
    const result = await buy(ctx, slug, amount);
    if ("id" in result) return redirectTo(`/checkout/${encodeURIComponent(result.id)}`);
    const { fault } = result;
    // Long enough for any amount, so that the address stays short.
    const query = fault === null ? {} : { fault, amount: amount.slice(0, 12) };
    return redirectTo(`/buy/${encodeURIComponent(slug)}`, query);
  });
}
