// Answers what next-auth has below /api/auth: logging in and out.
import NextAuth from "next-auth";
import { appUrl } from "#core/env";
import { authOptions } from "./options";

interface Route {
  params: Promise<{ nextauth: string[] }>;
}

/** Answers logging in and out. */
export async function answerAuth(request: Request, route: Route): Promise<Response> {
  // next-auth takes its own address from the environment alone.
  process.env["NEXTAUTH_URL"] = appUrl();
  return NextAuth(request as never, route as never, await authOptions());
}
