import { describe, expect, it } from "vitest";
import { claimsIn } from "./claim-rules";

const phrases = (text: string) => claimsIn(text).map(({ phrase }) => phrase);

describe("claims", () => {
  it.each([
    ["Our carbon-neutral delivery", "carbon-neutral"],
    ["100 % CLIMATE NEUTRAL", "CLIMATE NEUTRAL"],
    ["We reached carbon neutrality", "carbon neutrality"],
    ["Net zero since 2024", "Net zero"],
    ["A zero-emission trip", "zero-emission"],
    ["This bag is CO₂ neutral.", "CO₂ neutral"],
    ["We are climate positive", "climate positive"],
    ["Carbon negative coffee", "Carbon negative"],
    ["We offset all our emissions", "offset all our emissions"],
    ["Your flight is offset", "flight is offset"],
    ["This carbon has been compensated", "carbon has been compensated"],
    ["Klimaneutraler Versand", "Klimaneutraler"],
    ["CO₂‑neutral gedruckt", "CO₂‑neutral"],
    ["Wir haben unsere Emissionen kompensiert", "Emissionen kompensiert"],
    ["Das gleicht den Flug aus: Klimakompensation", "Klimakompensation"],
    ["Die Emissionen sind ausgeglichen", "Emissionen sind ausgeglichen"],
    ["Klimapositive Schokolade", "Klimapositive"],
    ["Livraison neutre en carbone", "neutre en carbone"],
    ["Vers la neutralité carbone", "neutralité carbone"],
    ["Nous compensons nos émissions", "compensons nos émissions"],
    ["Un café climat positif", "climat positif"],
    ["Envío neutro en carbono", "neutro en carbono"],
    ["Carbono neutral desde 2020", "Carbono neutral"],
    ["Compensamos la huella de cada pedido", "Compensamos la huella"],
    ["Positivo para el clima", "Positivo para el clima"],
  ])("%s", (text, phrase) => {
    expect(phrases(text)).toEqual([phrase]);
    const [claim] = claimsIn(text);
    expect(claim?.reason).toMatch(/\.$/);
    expect(claimsIn(claim?.suggestion ?? "carbon neutral")).toEqual([]);
  });

  it("of each kind are named once", () => {
    expect(phrases("Climate neutral and carbon neutral: we offset our footprint.")).toEqual([
      "Climate neutral",
      "offset our footprint",
    ]);
  });
});

it.each([
  "New Neutral Bay Ltd.",
  "Netzero Street Bakery",
  "Offset Printing House",
  "Offset-Druckerei Müller",
  "Neutral colors, zero waste",
  "Compensation for the late delivery",
  "Lastenausgleich e. V.",
  "Indemnité compensatoire",
  "Compensación al empleado",
  "We retired 25 kg of CO₂e for this trip.",
  "Wir unterstützen Klimaprojekte mit jeder Bestellung.",
  "Nous finançons des projets climatiques.",
  "Contribuimos a proyectos climáticos.",
  "Our own emissions fell by 12 %. The offset in the table is 4 rows.",
  "",
])("no claim: %s", (text) => {
  expect(phrases(text)).toEqual([]);
});
