// What people read when a proxy answers in the server's place.
import { createTRPCClient, httpBatchLink } from "@trpc/client";
import { afterEach, describe, expect, it } from "vitest";
import { httpServer, type LocalServer } from "#testing/local-server";
import { problemOf } from "./problem";
import { fetchJson } from "./proxy-answer";

let server: LocalServer | undefined;

afterEach(() => server?.close());

async function problemBehind(status: number, contentType: string, body: string) {
  server = await httpServer((_req, res) => {
    res.writeHead(status, { "content-type": contentType }).end(body);
  });
  const link = httpBatchLink({ url: `${server.origin}/trpc`, fetch: fetchJson });
  const client = createTRPCClient({ links: [link] }) as unknown as {
    settings: { setLogo: { mutate(input: unknown): Promise<unknown> } };
  };
  const failure = await client.settings.setLogo.mutate({}).catch((error: unknown) => error);
  return problemOf(failure);
}

const page = (status: number) => `<html><head><title>${status}</title></head></html>`;

describe("a proxy's own page", () => {
  it("is told as a file that is too large where it is 413", async () => {
    const problem = await problemBehind(413, "text/html", page(413));
    expect(problem.title).toBe("The file is too large for the proxy in front of this server");
    expect(problem.detail).toContain("client_max_body_size");
  });

  it.each([502, 504])(
    "with %i is told as an unreachable server, with the status",
    async (status) => {
      const { title, detail } = await problemBehind(status, "text/html", page(status));
      expect(title).toBe("The server cannot be reached");
      expect(detail).toContain(`answered ${status}.`);
    },
  );
});

it("a refusal by the server itself is told in its own words", async () => {
  const problem = { title: "Too large", detail: null, errors: {}, requestId: "1" };
  const error = { message: "no", code: -32_600, data: { problem } };
  const body = JSON.stringify([{ error }]);
  expect(await problemBehind(413, "application/json", body)).toEqual(problem);
});
