// The record of failed and unusual sign-ins, for operators and the log.
import { createHmac } from "node:crypto";
import { RateLimiterMemory } from "rate-limiter-flexible";
import type { Context } from "#core/context";
import { sha256 } from "#core/crypto";
import { newId } from "#core/id";
import { ensureCookieSecret } from "./ensure-cookie-secret";
import { normalEmail } from "./login-rules";
import { levelOf, messageOf, type SecurityEventKind } from "./security-event-rules";
import { addSecurityEvent } from "./security-event-store";

/** Where a request comes from, as far as its connection and headers say. */
export interface Visitor {
  network: string;
  userAgent: string | null;
}

interface NewSecurityEvent {
  kind: SecurityEventKind;
  visitor: Visitor;
  personId?: string;
  /** As typed. Only a keyed digest of it is stored and logged. */
  email?: string;
  data?: Record<string, string>;
}

const HOUR_MS = 3_600_000;

// Each row costs a write, so a flood from many networks is sampled. One count per process.
const shared = globalThis as { carbonTillSecurityEvents?: RateLimiterMemory };
shared.carbonTillSecurityEvents ??= new RateLimiterMemory({ points: 1200, duration: 60 });
const budget = shared.carbonTillSecurityEvents;

/** The digest by which events of one address are found. */
export async function securityEmailHash(ctx: Context, email: string): Promise<Buffer> {
  const secret = await ensureCookieSecret(ctx);
  return createHmac("sha256", secret)
    .update(`security event ${normalEmail(email)}`)
    .digest();
}

/** Whether there is room for another event; says once a minute that there is none. */
async function hasRoom(ctx: Context): Promise<boolean> {
  try {
    await budget.consume("all");
    return true;
  } catch {
    const state = await budget.get("all");
    if (state?.consumedPoints === budget.points + 1) {
      ctx.log.warn({ event: "auth.events_dropped" }, "too many security events; dropping some");
    }
    return false;
  }
}

/**
 * Stores and logs the event. Repeats within an hour raise the count of one row. Where the caller's
 * transaction may be rolled back, pass a context without one.
 */
export async function recordSecurityEvent(ctx: Context, event: NewSecurityEvent): Promise<void> {
  if (!(await hasRoom(ctx))) return;
  const { kind, visitor, personId = null, email, data = {} } = event;
  const emailHash = email === undefined ? null : await securityEmailHash(ctx, email);
  const hash = emailHash?.toString("hex").slice(0, 16);
  ctx.log[levelOf(kind)](
    { event: kind, personId, emailHash: hash, ...visitor, ...data },
    messageOf(kind),
  );
  const hour = Math.floor(ctx.now.getTime() / HOUR_MS);
  const same = [kind, personId, emailHash?.toString("hex"), visitor.network, hour, data];
  await addSecurityEvent(ctx.db, {
    id: newId("securityEvent"),
    bucket: sha256(JSON.stringify(same)),
    kind,
    personId,
    emailHash,
    network: visitor.network.slice(0, 64),
    userAgent: visitor.userAgent?.slice(0, 512) ?? null,
    data,
    requestId: ctx.requestId.slice(0, 128),
    now: ctx.now,
  });
}
