/** Registries whose exports can be read, in the order of menus. */
export const registries = [
  "verra",
  "gold-standard",
  "isometric",
  "acr",
  "car",
  "art",
  "cercarbono",
  "puro",
] as const;

export type Registry = (typeof registries)[number];

export const registryNames: Readonly<Record<Registry, string>> = {
  verra: "Verra",
  "gold-standard": "Gold Standard",
  isometric: "Isometric",
  acr: "ACR",
  car: "CAR",
  art: "ART",
  cercarbono: "Cercarbono",
  puro: "Puro",
};
