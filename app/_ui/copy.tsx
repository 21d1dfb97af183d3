// Copy that all public pages share. The English copy is the one that others must satisfy.
import type { Language } from "#core/language";

const en = {
  languages: "Language",
  powered: "Powered by Carbon Till",
  testData: "Test data",
  owner: {
    by: (name: string) => `by ${name}`,
    website: "Website",
    imprint: "Legal notice",
    terms: "Terms",
    privacy: "Privacy",
  },
  goals: "UN Sustainable Development Goals",
  test: (title: string) => `Test: ${title}`,
  /** By which registries list a project whose name is translated. */
  original: "Original name:",
  missing: {
    head: "Not found",
    title: "Page not found",
    hint: "Check the address for missing or wrong characters.",
    home: "Go to the home page",
  },
  failed: {
    head: "Something went wrong",
    title: "Something went wrong on our side",
    text: "We logged the error, and no data was changed. Reload the page in a moment.",
  },
};
export type UiCopy = typeof en;

const de: UiCopy = {
  languages: "Sprache",
  powered: "Powered by Carbon Till",
  testData: "Testdaten",
  owner: {
    by: (name) => `von ${name}`,
    website: "Website",
    imprint: "Impressum",
    terms: "AGB",
    privacy: "Datenschutz",
  },
  goals: "UN-Ziele für nachhaltige Entwicklung",
  test: (title) => `Test: ${title}`,
  original: "Originalname:",
  missing: {
    head: "Nicht gefunden",
    title: "Seite nicht gefunden",
    hint: "Prüfen Sie, ob in der Adresse Zeichen fehlen oder falsch sind.",
    home: "Zur Startseite",
  },
  failed: {
    head: "Etwas ist schiefgegangen",
    title: "Bei uns ist etwas schiefgegangen",
    text: "Der Fehler ist protokolliert, und es wurden keine Daten geändert. Laden Sie die Seite gleich noch einmal.",
  },
};

const fr: UiCopy = {
  languages: "Langue",
  powered: "Propulsé par Carbon Till",
  testData: "Données de test",
  owner: {
    website: "Site web",
    by: (name) => `par ${name}`,
    imprint: "Mentions légales",
    terms: "Conditions",
    privacy: "Confidentialité",
  },
  goals: "Objectifs de développement durable de l’ONU",
  test: (title) => `Test\u00a0: ${title}`,
  original: "Nom d’origine\u00a0:",
  missing: {
    head: "Introuvable",
    title: "Page introuvable",
    hint: "Vérifiez qu’il ne manque aucun caractère dans l’adresse et qu’elle ne contient pas d’erreur.",
    home: "Aller à la page d’accueil",
  },
  failed: {
    head: "Une erreur s’est produite",
    title: "Une erreur s’est produite de notre côté",
    text: "L’erreur a été enregistrée et aucune donnée n’a été modifiée. Rechargez la page dans un instant.",
  },
};

const es: UiCopy = {
  languages: "Idioma",
  powered: "Con la tecnología de Carbon Till",
  testData: "Datos de prueba",
  owner: {
    website: "Sitio web",
    by: (name) => `de ${name}`,
    imprint: "Aviso legal",
    terms: "Condiciones",
    privacy: "Privacidad",
  },
  goals: "Objetivos de Desarrollo Sostenible de la ONU",
  test: (title) => `Prueba: ${title}`,
  original: "Nombre original:",
  missing: {
    head: "No encontrada",
    title: "Página no encontrada",
    hint: "Compruebe si en la dirección faltan caracteres o si hay alguno incorrecto.",
    home: "Ir a la página de inicio",
  },
  failed: {
    head: "Se ha producido un error",
    title: "Se ha producido un error por nuestra parte",
    text: "Hemos registrado el error y no se ha modificado ningún dato. Vuelva a cargar la página dentro de un momento.",
  },
};

export const uiCopy: Readonly<Record<Language, UiCopy>> = { en, de, fr, es };
