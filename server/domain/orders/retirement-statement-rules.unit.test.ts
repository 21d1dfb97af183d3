import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { languages } from "#core/language";
import type { RegistryStatus } from "#domain/inventory";
import { registryStatuses } from "#schemas/inventory";
import {
  retirementCopy,
  type StatedOrder,
  type StatedPart,
  statementOf,
  weakestOf,
} from "./retirement-statement-rules";

function partOf(status: RegistryStatus, change: Partial<StatedPart> = {}): StatedPart {
  const record = { retiredOn: "2026-11-03", reference: "4711" };
  const own = status === "retired" ? record : { retiredOn: null, reference: null };
  return { registry: "Verra", status, kg: 25, pool: null, ...own, ...change };
}

function orderOf(parts: StatedPart[], change: Partial<StatedOrder> = {}): StatedOrder {
  return {
    state: "fulfilled",
    mode: "live",
    amountKg: parts.reduce((kg, part) => kg + part.kg, 0),
    beneficiary: "Harbor Street Bakery",
    seller: "Northly",
    allocatedAt: "2026-11-01T12:00:00Z",
    parts,
    replaced: [],
    ...change,
  };
}

const SET_ASIDE =
  "25 kg of carbon credits have been set aside for Harbor Street Bakery and can't be sold to " +
  "anyone else.";
const FINAL =
  "They are permanently out of circulation and can't be sold, transferred, or used again.";

/** Claims of retirement, in each language. */
const CLAIM = /\bretired\b|stillgelegt|retirés?\b|retirados?\b|retiraron/i;
/** The claim that follows only from a registry's record. */
const FINAL_CLAIM = /out of circulation|aus dem Verkehr|hors circulation|fuera de circulación/i;

describe("statementOf", () => {
  it.each<[RegistryStatus, string]>([
    ["pending", `${SET_ASIDE} Retirement at Verra is pending.`],
    ["requested", `${SET_ASIDE} Retirement at Verra has been requested and is not confirmed yet.`],
    [
      "retired",
      "25 kg of carbon credits for Harbor Street Bakery were retired at Verra on November 3, " +
        `2026, reference 4711. ${FINAL}`,
    ],
    [
      "unreported",
      "25 kg of carbon credits for Harbor Street Bakery were retired in Northly's ledger on " +
        "November 1, 2026; no registry record on file.",
    ],
    [
      "disputed",
      "25 kg of carbon credits were allocated to Harbor Street Bakery, but the records of Verra " +
        "show some or all of them as retired for someone else. Until Northly has resolved this, " +
        "they do not count as retired.",
    ],
  ])("describes credits that are %s", (status, text) => {
    expect(statementOf(orderOf([partOf(status)]))).toBe(text);
  });

  it.each(languages)(
    "ends sentences with one period in %s, whatever the names end with",
    (language) => {
      const names = { beneficiary: "Cervecería Ñandú, S. A.", seller: "Northly Inc." };
      for (const status of registryStatuses) {
        for (const others of [[], [partOf("retired", { registry: "Gold Standard" })]]) {
          const order = orderOf([partOf(status), ...others], names);
          expect(statementOf(order, language)).not.toContain("..");
        }
      }
    },
  );

  it("names both amounts of a partly retired order", () => {
    const parts = [partOf("pending", { kg: 500 }), partOf("retired", { kg: 3000 })];
    expect(statementOf(orderOf(parts))).toBe(
      "3.5 t of carbon credits have been set aside for Harbor Street Bakery and can't be sold to " +
        "anyone else. 3 t were retired at Verra on November 3, 2026, reference 4711. " +
        "Retirement of 500 kg at Verra is pending.",
    );
  });

  it("names each registry and record of an order", () => {
    const parts = [
      partOf("retired", { kg: 2000 }),
      partOf("retired", { kg: 1000, registry: "Gold Standard", reference: null }),
    ];
    expect(statementOf(orderOf(parts))).toBe(
      "3 t of carbon credits for Harbor Street Bakery are retired. " +
        "2 t were retired at Verra on November 3, 2026, reference 4711. " +
        `1 t were retired at Gold Standard on November 3, 2026. ${FINAL}`,
    );
  });

  it("sums many records of one registry, up to the latest day", () => {
    const days = ["2026-11-03", "2026-11-20", "2026-11-05"];
    const parts = days.map((retiredOn) => partOf("retired", { kg: 1000, retiredOn }));
    expect(statementOf(orderOf(parts))).toContain(
      "3 t were retired at Verra, the last on November 20, 2026.",
    );
  });

  it("does not promise that disputed credits can't be sold to anyone else", () => {
    const parts = [partOf("disputed", { kg: 1000 }), partOf("pending")];
    for (const language of languages) {
      const text = statementOf(orderOf(parts), language);
      expect(text).not.toMatch(/anyone else|niemand anderen|personne d’autre|a nadie más/);
    }
  });

  it("says whose word the beneficiary is where the registry's records name none", () => {
    const unnamed = partOf("retired", { isUnnamed: true });
    const parts = [unnamed, partOf("retired", { isUnnamed: true, retiredOn: "2026-11-04" })];
    const sentence =
      "No beneficiary is named in the records of Verra: the attribution to Harbor Street Bakery " +
      "is Northly's own record, not the registry's.";
    expect(statementOf(orderOf(parts)).split(sentence)).toHaveLength(2);
    expect(statementOf(orderOf([partOf("retired")]))).not.toContain("attribution");
    for (const language of languages) {
      const added = statementOf(orderOf([unnamed]), language).slice(
        statementOf(orderOf([partOf("retired")]), language).length,
      );
      expect(added).toMatch(/Harbor Street Bakery.*Northly/);
    }
  });

  it("names the pool in whose name a shared tonne is retired", () => {
    const pool = "customers of Northly, see northly.example/verify";
    const parts = [partOf("retired", { kg: 1000 }), partOf("retired", { pool })];
    expect(statementOf(orderOf(parts))).toContain(
      "A tonne shared with others was retired for all of them at once. Wording in the registry: " +
        `“${pool}”.`,
    );
  });

  it("begins test statements with the notice and claims nothing final", () => {
    for (const [language, status] of languages.flatMap((one) =>
      registryStatuses.map((status) => [one, status] as const),
    )) {
      const text = statementOf(orderOf([partOf(status)], { mode: "test" }), language);
      expect(text).toMatch(new RegExp(`^${retirementCopy[language].test}`));
      expect(text).not.toContain("Verra");
      expect(text).not.toMatch(FINAL_CLAIM);
    }
  });

  it("claims retirement only as far as a registry recorded it, in every language", () => {
    const part = fc.record({
      status: fc.constantFrom(...registryStatuses),
      registry: fc.constantFrom("Verra", "Isometric"),
      kg: fc.integer({ min: 1, max: 9999 }),
      day: fc.constantFrom("2026-10-01", "2026-10-02", "2026-10-03", "2026-10-04"),
    });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (drawn) => {
        const parts = drawn.map(({ status, day, ...rest }) =>
          partOf(status, { ...rest, ...(status === "retired" && { retiredOn: day }) }),
        );
        const statuses = parts.map(({ status }) => status);
        for (const language of languages) {
          const text = statementOf(orderOf(parts), language);
          const isRetired = weakestOf(statuses) === "retired";
          expect(FINAL_CLAIM.test(text)).toBe(isRetired);
          const isOpen = statuses.every((status) => status === "pending" || status === "requested");
          if (isOpen) expect(text).not.toMatch(CLAIM);
          for (const status of new Set(statuses)) expect(text).toMatch(signOf[language][status]);
        }
      }),
    );
  });

  it("says nothing but the state of orders without credits", () => {
    for (const language of languages) {
      const { orderCancelled, waiting } = retirementCopy[language];
      expect(statementOf(orderOf([], { state: "cancelled" }), language)).toBe(orderCancelled);
      expect(statementOf(orderOf([], { state: "placed" }), language)).toBe(waiting);
    }
  });
});

/** Words by which a reader recognizes each status. */
const signOf: Record<(typeof languages)[number], Record<RegistryStatus, RegExp>> = {
  en: {
    disputed: /do not count as retired/,
    cancelled: /cancelled at/,
    unreported: /no registry record on file/,
    pending: /is pending/,
    requested: /has been requested/,
    retired: /retired at/,
  },
  de: {
    disputed: /gelten sie nicht als stillgelegt/,
    cancelled: /gelöscht und nicht stillgelegt/,
    unreported: /Nachweis des Registers liegt nicht vor/,
    pending: /steht (die Stilllegung bei \w+ )?noch aus/,
    requested: /beantragt/,
    retired: /bei \w+ (für .* )?stillgelegt/,
  },
  fr: {
    disputed: /comptent pas comme retirés/,
    cancelled: /annulés auprès .* et non retirés/,
    unreported: /aucun justificatif du registre/,
    pending: /est en attente/,
    requested: /a été demandé/,
    retired: /ont été retirés auprès/,
  },
  es: {
    disputed: /no cuentan como retirados/,
    cancelled: /se cancelaron|Se cancelaron/,
    unreported: /no consta ningún justificante/,
    pending: /está pendiente/,
    requested: /se ha solicitado/,
    retired: /Se retiraron [\d.,]+ (kg|t) (de créditos de carbono )?en (Verra|Isometric)/,
  },
};

describe("weakestOf", () => {
  it("returns the weakest status of the parts", () => {
    expect(weakestOf([])).toBeNull();
    expect(weakestOf(["retired", "requested", "pending"])).toBe("pending");
    expect(weakestOf(["retired", "unreported", "disputed"])).toBe("disputed");
    expect(weakestOf(["retired", "requested"])).toBe("requested");
  });
});
