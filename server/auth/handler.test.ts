import { expect, it } from "vitest";
import { handleAuth } from "./handler";

function send(method: string, path: string, headers: Record<string, string> = {}) {
  const request = new Request(`http://localhost/api/auth/${path}`, { method, headers });
  const segments = path.replace(/\?.*/, "").split("/");
  return handleAuth(request, { params: Promise.resolve({ nextauth: segments }) });
}

it.each([
  ["POST", "_log"],
  ["GET", "signin"],
  ["GET", "signin/oidc"],
  ["GET", "signout"],
  ["GET", "error"],
  ["GET", "verify-request"],
  ["POST", "session"],
  ["POST", "session?update"],
  ["GET", "callback/credentials"],
  ["GET", "callback"],
  ["PUT", "session"],
])("%s %s of the library is not there", async (method, path) => {
  expect((await send(method, path)).status).toBe(404);
});

it("an address to return to that is none of the web is the request's fault", async () => {
  const bad = "javascript:alert(1)";
  expect((await send("GET", `session?callbackUrl=${encodeURIComponent(bad)}`)).status).toBe(400);
  for (const name of ["next-auth.callback-url", "__Secure-next-auth.callback-url"]) {
    const cookie = `a=b; ${name}=${encodeURIComponent(bad)}`;
    expect((await send("GET", "session", { cookie })).status).toBe(400);
  }
});
