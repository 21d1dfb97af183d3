import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { fillTemplate, redirectProblem } from "#checkout/schema";
import { PageQuery, searchCursorOf } from "#core/page";
import { maskEmail } from "#core/text";
import type { CheckoutSession } from "#prisma";
import { asOf, checkoutSessionStates, SESSION_LIFETIME_MS } from "./rules";

const nowhere = () => false;
const here = (hostname: string) => hostname === "localhost";

function session(state: string, expiresAt: Date) {
  return { id: "cs_1", state, expiresAt } as CheckoutSession;
}

describe("a session as of a moment", () => {
  const moments = fc.date({ noInvalidDate: true });

  it("is expired from its expiration on, and open before", () => {
    const at = new Date("2026-11-22T12:00:00.000Z");
    const before = new Date(at.getTime() - 1);
    expect(asOf(before, session("open", at)).state).toBe("open");
    expect(asOf(at, session("open", at)).state).toBe("expired");
    fc.assert(
      fc.property(moments, moments, (now, expiresAt) => {
        const state = now < expiresAt ? "open" : "expired";
        expect(asOf(now, session("open", expiresAt)).state).toBe(state);
      }),
    );
  });

  it("is open while it is being paid, however late", () => {
    const paying = { ...session("open", new Date(0)), paying: true };
    expect(asOf(new Date(), paying)).toEqual(paying);
  });

  it("is open for a day", () => {
    expect(checkoutSessionStates).toEqual(["open", "complete", "expired"]);
    expect(SESSION_LIFETIME_MS).toBe(86_400_000);
  });

  it("stays complete or expired", () => {
    fc.assert(
      fc.property(
        moments,
        moments,
        fc.constantFrom("complete", "expired"),
        (now, expiresAt, state) => {
          expect(asOf(now, session(state, expiresAt)).state).toBe(state);
        },
      ),
    );
  });
});

describe("a redirect URL", () => {
  it("must be https, and http only for the given hosts", () => {
    expect(redirectProblem("https://shop.example", nowhere)).toBeNull();
    expect(redirectProblem("http://shop.example", here)).toBe("must be an https URL");
    expect(redirectProblem("http://localhost:3000/x", here)).toBeNull();
    expect(redirectProblem("http://localhost:3000/x", nowhere)).toBe("must be an https URL");
    expect(redirectProblem("http://localhost.evil.example/", here)).toBe("must be an https URL");
  });

  it.each([
    ["https://shop.example:8443/a?b#c", null],
    ["https://[::1]:3000/x", null],
    ["HTTPS://Shop-1.example?x", null],
    ["https://shop.example#x", null],
    ["https://shop.example/\u0000", "must not contain spaces or control characters"],
    ["https://shop.example/a b", "must not contain spaces or control characters"],
    ["shop.example", "must be an absolute https URL"],
    ["https:shop.example", "must be an absolute https URL"],
    ["ftp://shop.example/https://shop.example", "must be an absolute https URL"],
    ["https://[::1", "must be an absolute https URL"],
    ["https://name@shop.example/", "must not contain a user name or password"],
    ["https://:secret@shop.example/", "must not contain a user name or password"],
    ["https://b\u00fccher.example/", "must name its host in ASCII letters: xn--… for any others"],
    ["https://shop.example\\x", "must name its host in ASCII letters: xn--… for any others"],
    [
      "https://b\u00fccher.example/?https://shop.example/",
      "must name its host in ASCII letters: xn--… for any others",
    ],
    ["https://shop%2eexample/", "must name its host in ASCII letters: xn--… for any others"],
  ])("%j is: %s", (url, problem) => {
    expect(redirectProblem(url, nowhere)).toBe(problem);
  });

  it("that is accepted leads by https to its literal host", () => {
    const parts = fc.constantFrom(
      ...[
        "https",
        "http",
        "javascript",
        "HTTPS",
        ":",
        "/",
        "//",
        "\\",
        "@",
        "evil.example",
        "[::1]",
      ],
      ...[
        "shop.example",
        "%2e",
        "?",
        "#",
        "\t",
        "\n",
        " ",
        "\u3002",
        "\u2100",
        "e\u0301",
        "a",
        ":8",
      ],
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), fc.boolean(), (list, prefixed) => {
        const url = `${prefixed ? "https://shop.example" : ""}${list.join("")}`;
        if (redirectProblem(url, nowhere) !== null) return;
        const { protocol, host, username, password } = new URL(url);
        expect([protocol, username, password]).toEqual(["https:", "", ""]);
        const literalHost = /^https:\/\/([^/?#]+)/i.exec(url)?.[1]?.toLowerCase();
        expect(new URL(`https://${literalHost}`).host).toBe(host);
        expect(literalHost).toMatch(/^[\w.:[\]-]+$/);
      }),
      { numRuns: 5000 },
    );
  });
});

describe("the template in a success URL", () => {
  it("becomes the session's id everywhere, and nothing else changes", () => {
    const url = "https://shop.example/{CHECKOUT_SESSION_ID}?id={CHECKOUT_SESSION_ID}&x={checkout}";
    expect(fillTemplate(url, "cs_1")).toBe("https://shop.example/cs_1?id=cs_1&x={checkout}");
  });
});

const query = (input: object, last = false) => ({ ...PageQuery.parse(input), last });

it("a search starts at the given cursor, or at the beginning", () => {
  expect(searchCursorOf(query({}))).toBeNull();
  expect(searchCursorOf(query({ starting_after: "cs_1" }))).toEqual({
    id: "cs_1",
    direction: "older",
    parameter: "starting_after",
  });
  expect(searchCursorOf(query({ ending_before: "cs_1" }))).toMatchObject({
    id: "cs_1",
    direction: "newer",
  });
});

it("the last page is read backwards from the end, and excludes a cursor", () => {
  expect(searchCursorOf(query({}, true))).toEqual({
    id: "",
    direction: "newer",
    parameter: "ending_before",
  });
  for (const place of ["starting_after", "ending_before"]) {
    expect(() => searchCursorOf(query({ [place]: "cs_1" }, true))).toThrow(
      expect.objectContaining({ errors: { last: [expect.stringMatching(/cursor/)] } }),
    );
  }
});

test("an address of mail is shown by its first letter and its host", () => {
  expect(maskEmail("jo.doe@example.com")).toBe("j…@example.com");
  expect(maskEmail('"a@b"@example.com')).toBe('"…@example.com');
});
