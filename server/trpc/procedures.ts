// The kinds of procedures: what each demands of whoever asks is checked here, once, on the server.
import { initTRPC, type TRPCError } from "@trpc/server";
import { z } from "zod";
import type { AccountContext, Mode } from "#core/context";
import { database } from "#core/db";
import { forbidden, notFound, Problem } from "#core/errors";
import { text } from "#core/text";
import { accountInMode, listMemberships, type Role } from "#domain/accounts";
import type { LoggedIn } from "#domain/people";
import { ACCOUNT_HEADER, MODE_HEADER, type TrpcContext } from "./context";
import { refused, toProblemView, toTrpcError } from "./problems";

/** A row by its id. */
export const IdInput = z.strictObject({ id: text(64) });

/** A row of the catalogue, whose ids the operator chooses. */
export const CatalogueIdInput = z.strictObject({ id: text(255) });

/** Whom a procedure is for. */
export type Access = "public" | "person" | "operator" | Role;

interface Meta {
  access: Access;
  /** Set where work comes before the effect, such as decoding a picture: it opens its own. */
  opensTransaction?: boolean;
  /** Whether the person must have proven who they are within the last minutes. */
  needsProof?: boolean;
}

const t = initTRPC
  .context<TrpcContext>()
  .meta<Meta>()
  .create({
    // What failed inside is for the log, also in development.
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) => ({
      ...shape,
      data: { ...shape.data, problem: toProblemView(error, ctx?.requestId) },
    }),
  });

export const { router, createCallerFactory } = t;

const rank: Record<Role, number> = { viewer: 0, admin: 1, owner: 2 };

/** Whether tRPC only wrapped what a procedure threw; a refused input has a code of its own. */
function isUnexpected({ code, cause }: TRPCError): boolean {
  return code === "INTERNAL_SERVER_ERROR" && cause !== undefined;
}

/** Every write is one transaction, which is tried again where the database asks for it. */
const inTransaction = t.middleware(async ({ ctx, type, meta, next }) => {
  try {
    if (type !== "mutation" || meta?.opensTransaction) {
      const result = await next();
      if (!result.ok) throw toTrpcError(result.error, ctx.log);
      return result;
    }
    return await database().transaction(async (db) => {
      const result = await next({ ctx: { ...ctx, db } });
      // Thrown to roll back. An unexpected error is unwrapped, so that the database's can be retried.
      if (!result.ok) throw isUnexpected(result.error) ? result.error.cause : result.error;
      return result;
    });
  } catch (error) {
    throw toTrpcError(error, ctx.log);
  }
});

const base = t.procedure.use(inTransaction);

function requirePerson(loggedIn: LoggedIn | null): LoggedIn {
  if (!loggedIn) throw new Problem("unauthorized");
  return loggedIn;
}

/** How long a login, or a confirmation of it, is proof enough for what matters most. */
export const PROOF_MS = 15 * 60_000;

function requireProof(ctx: TrpcContext, { provenAt }: LoggedIn, meta: Meta | undefined): void {
  if (!meta?.needsProof || ctx.now.getTime() - provenAt.getTime() <= PROOF_MS) return;
  throw new Problem("proof-required", {
    detail: "Enter your password or a code, or use a passkey. Then repeat what you were doing.",
  });
}

/** For everybody: logging in, and the links from mails. */
export const forPublic = base.meta({ access: "public" });

/** For whoever is logged in, about themselves. */
export const forPerson = base.meta({ access: "person" }).use(({ ctx, meta, next }) => {
  const loggedIn = requirePerson(ctx.loggedIn);
  requireProof(ctx, loggedIn, meta);
  return next({ ctx: { ...ctx, loggedIn } });
});
/** The same, for changes of how they log in. */
export const forProvenPerson = forPerson.meta({ access: "person", needsProof: true });

/** The twin that the request names; whatever is no word for it is test. */
function modeOf({ headers }: TrpcContext): Mode {
  return headers.get(MODE_HEADER) === "live" ? "live" : "test";
}

/** Who runs the installation. @throws unauthorized; not-found; second-factor-required */
export function requireOperator(ctx: TrpcContext): LoggedIn {
  const loggedIn = requirePerson(ctx.loggedIn);
  // What operators have is nobody else's business, nor that it is there.
  if (!loggedIn.person.isOperator) throw refused(notFound("this page"));
  if (loggedIn.person.needsSecondFactor) {
    throw new Problem("second-factor-required", {
      detail: "Add a passkey or an authenticator under “Your login” first.",
    });
  }
  return loggedIn;
}

/** For who runs the installation: across its accounts, in the mode that the request names. */
export const forOperator = base.meta({ access: "operator" }).use(({ ctx, meta, next }) => {
  const loggedIn = requireOperator(ctx);
  requireProof(ctx, loggedIn, meta);
  return next({ ctx: { ...ctx, loggedIn, mode: modeOf(ctx) } });
});
/** The same, for what changes prices, or who works here. */
export const forProvenOperator = forOperator.meta({ access: "operator", needsProof: true });

/** The account that the request names, with the role that the person has in it. */
async function requireAccount(ctx: TrpcContext, loggedIn: LoggedIn) {
  const slug = ctx.headers.get(ACCOUNT_HEADER);
  const mode = modeOf(ctx);
  const memberships = await listMemberships(ctx, loggedIn.person.id);
  const membership = memberships.find(({ account }) => account.slug === slug);
  // That somebody else's account exists is nobody's business.
  if (!membership) throw refused(notFound("account"));
  const account = await accountInMode(ctx, { account: membership.account, mode });
  return { account, liveAccount: membership.account, role: membership.role };
}

function forRole(role: Role) {
  return base.meta({ access: role }).use(async ({ ctx, meta, next }) => {
    const loggedIn = requirePerson(ctx.loggedIn);
    const access = await requireAccount(ctx, loggedIn);
    if (rank[access.role] < rank[role]) {
      throw refused(forbidden(`This needs the role ${role}`, `Your role is ${access.role}.`));
    }
    requireProof(ctx, loggedIn, meta);
    return next({ ctx: { ...ctx, ...access, loggedIn } });
  });
}

/** For members of the account who may see and not change. */
export const forViewer = forRole("viewer");
/** For members who work in the account. */
export const forAdmin = forRole("admin");
/** The same, for keys and secrets. */
export const forProvenAdmin = forAdmin.meta({ access: "admin", needsProof: true });
/** For those who decide who works in the account. */
const forOwner = forRole("owner");
/** The same, for the team itself. */
export const forProvenOwner = forOwner.meta({ access: "owner", needsProof: true });

/** What the procedures of an account hand to the domain's verbs. */
export interface MemberContext extends AccountContext {
  /** The twin that people, roles and names belong to. */
  liveAccount: AccountContext["account"];
  role: Role;
  loggedIn: LoggedIn;
}
