// The forms and notices of sales are answered beside the API, by the same server.
import { expect, test } from "vitest";
import { isForm, serveForm } from "./forms";

const paths = ["/checkout/cs_none/pay", "/checkout/cs_none/confirm", "/webhooks/stripe"];

test("no other path is taken for a form", () => {
  expect(paths.filter((path) => !isForm(path))).toEqual([]);
  for (const other of ["/checkout/cs_1", "/webhooks", "/checkout/cs_1/pay/x", "/webhooks/other"]) {
    expect(isForm(other), other).toBe(false);
  }
});

test.each(paths)("%s refuses what is no POST, and answers one", async (path) => {
  const address = `http://localhost${path}`;
  const read = await serveForm(new Request(address));
  expect([read.status, read.headers.get("allow")]).toEqual([405, "POST"]);
  const answer = await serveForm(new Request(address, { method: "POST", body: "a=b" }));
  // A form that no page of ours sent, and a notice that nobody signed, get a reason.
  expect([400, 403, 404]).toContain(answer.status);
  expect(await answer.text()).not.toBe("");
});
