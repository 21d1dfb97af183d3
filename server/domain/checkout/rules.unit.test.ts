// The rules of checkout sessions, on any moment and any URL.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CheckoutSession } from "#prisma";
import { asOf, fillTemplate, redirectProblem } from "./rules";

const nowhere = () => false;
const here = (hostname: string) => hostname === "localhost";

function session(state: string, expiresAt: Date) {
  return { id: "cs_1", state, expiresAt } as CheckoutSession;
}

describe("a session as of a moment", () => {
  const moments = fc.date({ noInvalidDate: true });

  it("is expired from its last moment on, and open before it", () => {
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

  it("stays complete or expired for ever", () => {
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
  it("is https wherever it leads, and http only to hosts that are named for it", () => {
    expect(redirectProblem("https://shop.example", nowhere)).toBeNull();
    expect(redirectProblem("http://shop.example", here)).toBe("must be an https URL");
    expect(redirectProblem("http://localhost:3000/x", here)).toBeNull();
    expect(redirectProblem("http://localhost:3000/x", nowhere)).toBe("must be an https URL");
    expect(redirectProblem("http://localhost.evil.example/", here)).toBe("must be an https URL");
  });

  it("that is accepted leads by https to the host that stands in it, as a plain reader sees it", () => {
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
        const seen = /^https:\/\/([^/?#]+)/i.exec(url)?.[1]?.toLowerCase();
        expect(new URL(`https://${seen}`).host).toBe(host);
        expect(seen).toMatch(/^[\w.:[\]-]+$/);
      }),
      { numRuns: 5000 },
    );
  });
});

describe("the template in a success URL", () => {
  it("becomes the session's id wherever it stands, and nothing else changes", () => {
    const url = "https://shop.example/{CHECKOUT_SESSION_ID}?id={CHECKOUT_SESSION_ID}&x={checkout}";
    expect(fillTemplate(url, "cs_1")).toBe("https://shop.example/cs_1?id=cs_1&x={checkout}");
  });
});
