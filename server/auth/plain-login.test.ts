import { expect, it } from "vitest";
import { withRequest } from "#core/caller";
import { publicContext } from "#core/context";
import { appUrl } from "#core/env";
import { makePerson, PASSWORD, testVisitor } from "#testing/people";
import { logInByForm, loginUrl, safeNext } from "./plain-login";
import { findPerson } from "./session";

/** Sends the login form as a browser does without script. */
function send(
  fields: Record<string, string>,
  { origin = appUrl(), host = new URL(appUrl()).host } = {},
) {
  const request = new Request(`${appUrl()}/api/auth/login`, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { origin, host },
  });
  const { headers } = request;
  return logInByForm(request, { ctx: publicContext(), visitor: testVisitor, headers, cookies: [] });
}

const cookiesIn = (response: Response) =>
  response.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");

it("the plain form logs in and opens the screen that was asked for", async () => {
  const { email } = await makePerson();
  const response = await send({ email, password: PASSWORD, next: "/admin/demo/test" });
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe(`${appUrl()}/admin/demo/test`);
  const session = await findPerson(new Headers({ cookie: cookiesIn(response).join("; ") }));
  expect(session?.person.email).toBe(email);
});

it("the whole address of the screen survives the login, and no other site's", async () => {
  const { email } = await makePerson();
  const listed = "/admin/demo/test/orders?state=placed&search=a%26b";
  const page = await withRequest(
    { requestId: "r", caller: "c", address: "a", url: `${listed}&_rsc=1abc` },
    async () => new URL(loginUrl(), appUrl()).searchParams.get("next"),
  );
  expect(page).toBe(listed);
  const response = await send({ email, password: PASSWORD, next: page ?? "" });
  expect(response.headers.get("location")).toBe(appUrl() + listed);
  for (const other of [
    ...["//evil.example/admin", "/\\evil.example/admin", "https://evil.example/admin"],
    ...["/admin/../v1", "/admin/login?next=/admin/login", "/administrator", "javascript:alert(1)"],
  ]) {
    expect([other, safeNext(other)]).toEqual([other, "/admin"]);
  }
});

it("a wrong password leads back to the login page, which explains it and remembers the screen", async () => {
  const { email } = await makePerson();
  const response = await send({ email, password: "wrong-password-1", next: "/admin/demo/test" });
  expect(response.headers.get("location")).toBe(
    `${appUrl()}/admin/login?error=refused&next=%2Fadmin%2Fdemo%2Ftest`,
  );
  expect(cookiesIn(response)).toEqual([]);
});

it("the plain form neither leads to another site nor is taken from one", async () => {
  const { email } = await makePerson();
  const login = { email, password: PASSWORD, next: "https://evil.example" };
  expect((await send(login)).headers.get("location")).toBe(`${appUrl()}/admin`);
  const foreign = await send(login, { origin: "https://evil.example" });
  expect(foreign.headers.get("location")).toBe(`${appUrl()}/admin/login`);
  expect(cookiesIn(foreign)).toEqual([]);
});

it("the plain form works behind a proxy that sends another Host, and under another name", async () => {
  const { email } = await makePerson();
  const login = { email, password: PASSWORD };
  const [host, origin] = ["127.0.0.1:3000", "http://127.0.0.1:3000"];
  for (const visit of [{ host }, { host, origin }]) {
    expect(cookiesIn(await send(login, visit))).not.toEqual([]);
  }
});
