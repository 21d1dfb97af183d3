// Kinds of procedures. Authorization happens here, on the server.
import { type AnyRouter, initTRPC, type TRPCError } from "@trpc/server";
import { z } from "zod";
import type { AccountContext, Mode } from "#core/context";
import { database } from "#core/db";
import { forbidden, notFound, Problem } from "#core/errors";
import { text } from "#core/text";
import { inSpan } from "#core/tracing";
import {
  accountInMode,
  type Capability,
  hasCapability,
  listMemberships,
  type Role,
  requireActive,
  rolesWith,
} from "#domain/accounts";
import type { LoggedIn } from "#domain/people";
import { ACCOUNT_HEADER, MODE_HEADER, type TrpcContext } from "./context";
import { type ForLimited, limitInput } from "./limits";
import { refused, toProblemView, toTrpcError } from "./problems";

export const IdInput = z.strictObject({ id: text(64) });

/** Operators choose the ids of catalogue rows. */
export const CatalogueIdInput = z.strictObject({ id: text(255) });

/** Input of an update: it carries what its form read, so that it overwrites nothing unseen. */
export const Opened = z.record(text(64), z.json());

/** Members of the account that is open need the capability. */
export type Access = "public" | "person" | "operator" | Capability;

interface Meta {
  /** Set by `for…`. */
  access?: Access;
  /**
   * True if the procedure opens its own transaction, because slow work such as image decoding comes
   * first.
   */
  opensTransaction?: boolean;
  /** Without it, people who are limited to one subaccount are refused. */
  forLimited?: ForLimited;
  /** True if the person must have logged in or confirmed their identity recently. */
  needsProof?: boolean;
}

const t = initTRPC
  .context<TrpcContext>()
  .meta<Meta>()
  .create({
    // Stack traces are for the log, even in development.
    isDev: false,
    errorFormatter({ shape, error, ctx }) {
      const problem = toProblemView(error, ctx?.requestId);
      // That of invalid input would list everything that is wrong with it.
      const message = error.cause instanceof z.ZodError ? problem.title : shape.message;
      return { ...shape, message, data: { ...shape.data, problem } };
    },
  });

export const { createCallerFactory } = t;

/** Every router, so that the authorization suite forgets none, such as those of PDFs. */
export const routers: AnyRouter[] = [];

export const router = ((procedures) => {
  const created = t.router(procedures);
  routers.push(created);
  return created;
}) as typeof t.router;

/** True if tRPC wrapped an exception of the procedure; rejected input has its own code. */
function isUnexpected({ code, cause }: TRPCError): boolean {
  return code === "INTERNAL_SERVER_ERROR" && cause !== undefined;
}

/** Every write is one transaction, retried if the database asks for it. */
const inTransaction = t.middleware(async ({ ctx, type, meta, next }) => {
  try {
    if (type !== "mutation" || meta?.opensTransaction) {
      const result = await next();
      if (!result.ok) throw toTrpcError(result.error, ctx.log);
      return result;
    }
    return await database().transaction(async (db) => {
      const result = await next({ ctx: { ...ctx, db } });
      // Throws to roll back. Unexpected errors are unwrapped, so that database errors can be
      // retried.
      if (!result.ok) throw isUnexpected(result.error) ? result.error.cause : result.error;
      return result;
    });
  } catch (error) {
    throw toTrpcError(error, ctx.log);
  }
});

/** A request may carry several calls. */
const inCallSpan = t.middleware(({ path, next }) =>
  inSpan({ name: `trpc ${path}`, resultOf: ({ ok }) => ({ attributes: { ok } }) }, () => next()),
);

const base = t.procedure.use(inCallSpan).use(inTransaction);

function requirePerson(loggedIn: LoggedIn | null): LoggedIn {
  if (!loggedIn) throw new Problem("unauthorized");
  return loggedIn;
}

/** A login or confirmation counts as recent for this long. */
export const PROOF_MS = 15 * 60_000;

function requireProof(ctx: TrpcContext, { provenAt }: LoggedIn, meta: Meta | undefined): void {
  if (!meta?.needsProof || ctx.now.getTime() - provenAt.getTime() <= PROOF_MS) return;
  throw new Problem("proof-required", {
    detail: "Enter your password or a code, or use a passkey. Then try again.",
  });
}

/** For everyone: logging in, and links from mails. */
export const forPublic = base.meta({ access: "public" });

/** For anyone who is signed in, about themselves. */
export const forPerson = base.meta({ access: "person" }).use(({ ctx, meta, next }) => {
  const loggedIn = requirePerson(ctx.loggedIn);
  requireProof(ctx, loggedIn, meta);
  return next({ ctx: { ...ctx, loggedIn } });
});
/** For changes of how the person signs in. */
export const forProvenPerson = forPerson.meta({ needsProof: true });

/** Anything but "live" means test. */
function modeOf({ headers }: TrpcContext): Mode {
  return headers.get(MODE_HEADER) === "live" ? "live" : "test";
}

/** @throws unauthorized; not-found; second-factor-required */
export function requireOperator(ctx: TrpcContext): LoggedIn {
  const loggedIn = requirePerson(ctx.loggedIn);
  // Not-found rather than forbidden: others must not learn what operators have.
  if (!loggedIn.person.isOperator) throw refused(notFound("this page"));
  if (loggedIn.person.needsSecondFactor) {
    throw new Problem("second-factor-required", {
      detail: "Add a passkey or an authenticator under “Your login” first.",
    });
  }
  return loggedIn;
}

/** For operators, across accounts, in the mode that the request names. */
export const forOperator = base.meta({ access: "operator" }).use(({ ctx, meta, next }) => {
  const loggedIn = requireOperator(ctx);
  requireProof(ctx, loggedIn, meta);
  return next({ ctx: { ...ctx, loggedIn, mode: modeOf(ctx) } });
});
/** For changes of prices and of who has access. */
export const forProvenOperator = forOperator.meta({ needsProof: true });

/** The account that the request names, and the person's role in it. */
async function requireAccount(ctx: TrpcContext, loggedIn: LoggedIn) {
  const slug = ctx.headers.get(ACCOUNT_HEADER);
  const mode = modeOf(ctx);
  const memberships = await listMemberships(ctx, loggedIn.person.id);
  const membership = memberships.find(({ account }) => account.slug === slug);
  // Not-found rather than forbidden: others must not learn that the account exists.
  if (!membership) throw refused(notFound("account"));
  const { role, limit, account: liveAccount } = membership;
  const account = await accountInMode(ctx, { account: liveAccount, mode });
  if (limit && limit.accountId !== account.id) {
    const detail = `It is in ${mode === "live" ? "test" : "live"} mode.`;
    throw refused(forbidden("Your access is limited to one subaccount", detail));
  }
  return { account, liveAccount, role, subaccountId: limit?.subaccountId ?? null };
}

/** "owner, admin or finance" */
function listed(roles: readonly Role[]): string {
  return roles.join(", ").replace(/, (\w+)$/, " or $1");
}

/** For members whose role has the capability. */
export function forCapability(capability: Capability) {
  const forMember = base.meta({ access: capability }).use(async ({ ctx, meta, type, next }) => {
    const loggedIn = requirePerson(ctx.loggedIn);
    const access = await requireAccount(ctx, loggedIn);
    if (!hasCapability(access.role, capability)) {
      const roles = listed(rolesWith(capability));
      throw refused(
        forbidden(`You need the role ${roles} for this`, `Your role is ${access.role}.`),
      );
    }
    // A suspended account can only be read.
    if (type === "mutation") requireActive(access);
    requireProof(ctx, loggedIn, meta);
    return next({ ctx: { ...ctx, ...access, loggedIn } });
  });
  return forMember.use(async ({ ctx, meta, next, getRawInput }) => {
    const { subaccountId } = ctx;
    if (subaccountId === null) return next();
    const call = { subaccountId, forLimited: meta?.forLimited, input: await getRawInput() };
    const input = await limitInput(ctx, call);
    return next({ getRawInput: async () => input });
  });
}

/** As `forCapability`, for API keys, secrets and the team. */
export const forProven = (capability: Capability) =>
  forCapability(capability).meta({ needsProof: true });

export const forViewer = forCapability("read");
/** For members who change what has no capability of its own. */
export const forAdmin = forCapability("manage");
export const forProvenOwner = forProven("team");

/** The context of the live account. */
export function ofLive<Ctx extends MemberContext>(ctx: Ctx): Ctx {
  return { ...ctx, account: ctx.liveAccount };
}

export interface MemberContext extends AccountContext {
  /** The live account, which the team, roles and name belong to. */
  liveAccount: AccountContext["account"];
  role: Role;
  /** The only subaccount that the person has access to; null: the whole account. */
  subaccountId: string | null;
  loggedIn: LoggedIn;
}
