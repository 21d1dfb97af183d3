import type { Language } from "#core/language";

/** Version of the text that customers agree to now. A published text never changes. */
export const CONSENT_VERSION = "2026-11";

const consentCopy = {
  "2026-11": {
    en:
      "Set the credits aside for me and retire them right away, before the withdrawal period ends. " +
      "I understand that I lose my right of withdrawal as soon as they are set aside for me.",
    de:
      "Bitte reservieren Sie die CO₂-Gutschriften sofort für mich und legen Sie sie still, noch vor " +
      "Ablauf der Widerrufsfrist. Mir ist bekannt, dass mein Widerrufsrecht erlischt, sobald sie für " +
      "mich reserviert sind.",
    fr:
      "Mettez les crédits de côté pour moi et retirez-les immédiatement, avant la fin du délai de " +
      "rétractation. Je reconnais perdre mon droit de rétractation dès qu’ils sont mis de côté pour moi.",
    es:
      "Reserven los créditos para mí y retírenlos de inmediato, antes de que termine el plazo de " +
      "desistimiento. Sé que pierdo mi derecho de desistimiento en cuanto estén reservados para mí.",
  },
} as const satisfies Record<string, Record<Language, string>>;

export function isConsentVersion(version: string | null): boolean {
  return version !== null && Object.hasOwn(consentCopy, version);
}

/** The text of a version, as a customer read it. */
export function consentText(version: string, language: Language): string {
  const copy: Readonly<Record<string, Record<Language, string>>> = consentCopy;
  return copy[version]?.[language] ?? version;
}
