/** Registries that the product knows by name, in the order of menus. */
export const registryKeys = [
  "verra",
  "gold-standard",
  "isometric",
  "acr",
  "car",
  "art",
  "cercarbono",
  "puro",
] as const;
export type RegistryKey = (typeof registryKeys)[number];

interface KnownRegistry {
  label: string;
  /** The migration that gave lots their registry uses the same patterns. */
  pattern: RegExp;
}

const known: Readonly<Record<RegistryKey, KnownRegistry>> = {
  verra: {
    label: "Verra",
    pattern: /(^|[^a-z])(verra|vcs)([^a-z]|$)|verified carbon standard/i,
  },
  "gold-standard": { label: "Gold Standard", pattern: /gold ?standard/i },
  isometric: { label: "Isometric", pattern: /(^|[^a-z])isometric([^a-z]|$)/i },
  acr: { label: "ACR", pattern: /^acr$|\(acr\)|american carbon registry/i },
  car: { label: "CAR", pattern: /^car$|\(car\)|climate action reserve/i },
  art: { label: "ART", pattern: /^art( trees)?$|\(art\)|architecture for redd/i },
  cercarbono: { label: "Cercarbono", pattern: /(^|[^a-z])cercarbono([^a-z]|$)/i },
  puro: { label: "Puro", pattern: /(^|[^a-z])puro([^a-z]|$)/i },
};

/** Returns the key of a project's registry: a known one, or a slug of the name. */
export function registryKeyOf(registryName: string): string {
  const key = registryKeys.find((one) => known[one].pattern.test(registryName));
  if (key !== undefined) return key;
  const slug = registryName.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return slug.replace(/^-|-$/g, "") || "unknown";
}

function isKnown(key: string): key is RegistryKey {
  return (registryKeys as readonly string[]).includes(key);
}

/** Returns the registry's name for people. */
export function registryLabelOf(key: string): string {
  if (isKnown(key)) return known[key].label;
  return key.replace(/(^|-)([a-z])/g, (_all, dash: string, letter: string) =>
    dash === "" ? letter.toUpperCase() : ` ${letter.toUpperCase()}`,
  );
}
