// Messages for responses that a proxy sends in the server's place.
import { TRPCClientError } from "@trpc/client";
import { afterEach, describe, expect, it } from "vitest";
import { httpServer, type LocalServer } from "#testing/local-server";
import { problemOf, unknownParts } from "./problem";
import { createClient } from "./trpc-client";

let server: LocalServer | undefined;

afterEach(() => server?.close());

async function problemBehind(status: number, contentType: string, body: string) {
  server = await httpServer((_req, res) => {
    res.writeHead(status, { "content-type": contentType }).end(body);
  });
  const client = createClient({ url: `${server.origin}/trpc` });
  const sent = client.settings.setLogo.mutate({ contentType: "image/png", bytes: "" });
  return problemOf(await sent.catch((error: unknown) => error));
}

const page = (status: number) => `<html><head><title>${status}</title></head></html>`;

describe("a proxy's own page", () => {
  it("with 413 says that the file is too large", async () => {
    const problem = await problemBehind(413, "text/html", page(413));
    expect(problem.title).toBe("The file is too large for the proxy in front of this server");
    expect(problem.detail).toContain("client_max_body_size");
  });

  it.each([502, 504])(
    "with %i says that the server is unreachable, with the status",
    async (status) => {
      const { title, detail } = await problemBehind(status, "text/html", page(status));
      expect(title).toBe("Can’t reach the server");
      expect(detail).toContain(`status ${status}.`);
    },
  );
});

it("names the parts of the address that the server refused, and no field that someone typed", () => {
  const refused = (code: string | null, ...fields: string[]) => {
    const errors = Object.fromEntries(fields.map((field) => [field, ["is not valid"]]));
    const problem = { code, title: "no", detail: null, errors, requestId: null };
    return new TRPCClientError("no", { result: { error: { data: { problem } } } as never });
  };
  const address = new URLSearchParams("state=banana&search=ink");
  expect(unknownParts(refused(null, "state", "limit"), address)).toEqual(["state"]);
  expect(unknownParts(refused("conflict", "state"), address)).toEqual([]);
  expect(unknownParts(new Error("unreachable"), address)).toEqual([]);
});

it("returns the problem that the server itself sent", async () => {
  const problem = { title: "Too large", detail: null, errors: {}, requestId: "1" };
  const error = { message: "no", code: -32_600, data: { problem } };
  const body = JSON.stringify([{ error }]);
  expect(await problemBehind(413, "application/json", body)).toEqual(problem);
});
