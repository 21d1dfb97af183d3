import { beforePeriod } from "#core/sentence";
import type { ImpactCopy } from "./en";

const trees = {
  one: "jeune arbre cultivé pendant 10 ans",
  more: "jeunes arbres cultivés pendant 10 ans",
};

export const fr: ImpactCopy = {
  of: "de",
  retired: "retiré",
  setAside: "mis de côté",
  title: (name) => `Impact climatique de ${name}`,
  titleWith: (name, claim) => `${name}\u00a0: ${claim}`,
  description: {
    empty: (name) => `Les crédits carbone de ${name}, par projet.`,
    text: ({ mass, projects, name, day, split }) =>
      `Crédits carbone pour ${mass} de CO₂e issus de ${projects === 1 ? "un projet" : `${projects} projets`} ` +
      `pour ${name} depuis le ${day}\u00a0: ${split}. Découvrez les projets et vérifiez-les.`,
    test: (text) => `Données de test\u00a0: aucun crédit réel n’a été retiré. ${text}`,
  },
  forOthers: {
    claim: "pour des clients et partenaires",
    name: (name) => `les clients et partenaires de ${name}`,
    alongside: (claim, name) => `Et ${claim} pour des clients et partenaires, par ${name}`,
    ownAlongside: (claim, name) => `Et ${claim} pour ${name}`,
  },
  split: {
    retired: (mass) => `${mass} retirés auprès des registres`,
    pending: (mass) => `${mass} mis de côté, retrait en attente`,
    allRetired: "tout est retiré auprès des registres",
    allPending: "tout est mis de côté, retrait en attente",
  },
  hero: {
    testNotice: "Données de test\u00a0: aucun crédit réel n’a été retiré",
    nothing: "Aucun crédit retiré pour le moment",
    empty:
      "Dès que des crédits carbone auront été attribués à la première commande, cette page montrera " +
      "combien ont été mis de côté et retirés, de quels projets ils proviennent et où le vérifier.",
    test: "Il s’agit de crédits de test issus de projets fictifs.",
    retired:
      "Les registres ont retiré ces crédits carbone. Ils sont définitivement hors circulation\u00a0: " +
      "personne ne peut plus les vendre, les transférer ni les utiliser.",
    setAside: (mass, name) =>
      `Des crédits carbone pour ${mass} de CO₂e ont été mis de côté pour ${beforePeriod(name)}. ` +
      "Ils comptent ici comme retirés dès que leurs registres l’ont enregistré.",
  },
  start: {
    title: "Ce que cette page montrera",
    steps: [
      {
        title: "Mis de côté",
        text: "Les crédits de chaque commande, par projet, avec photo, lieu, registre et millésime.",
      },
      {
        title: "Retirés",
        text: "Ce que les registres ont inscrit comme retiré, séparé de ce qui est encore en attente.",
      },
      {
        title: "Vérifiables",
        text: "Un certificat par commande. Chacun peut [le vérifier, ou un numéro de série](verify).",
      },
    ],
  },
  projects: {
    title: "Crédits par projet",
    retired: "Retirés auprès du registre",
    retiredInTest: "Retirés dans le registre de test",
    pending: "Retrait en attente",
    part: (retired, pending) => `${retired} retirés, ${pending} en attente`,
    location: "Lieu",
    mechanism: "Mécanisme",
    vintages: "Millésimes",
    registry: "Registre",
    more: (count) => (count === 1 ? "Afficher 1 autre projet" : `Afficher ${count} autres projets`),
    moreCaption: "Autres projets",
    project: "Projet",
    amount: "Quantité",
  },
  map: {
    heading: "Où se trouvent les projets",
    title: "Carte du monde des projets",
  },
  timeline: {
    titles: { month: "Mois par mois", quarter: "Trimestre par trimestre", year: "Année par année" },
    every: { month: "Mois", quarter: "Trimestre", year: "Année" },
    quarter: (quarter, year) => `T${quarter} ${year}`,
    legend:
      "Selon la date de la commande (UTC). Foncé\u00a0: retiré auprès des registres. Clair\u00a0: en attente.",
    captions: {
      month: "CO₂e par mois de commande",
      quarter: "CO₂e par trimestre de commande",
      year: "CO₂e par année de commande",
    },
    inYear: (year) => `CO₂e par mois en ${year}`,
    chart: (label, first, last) =>
      `${label}, de ${first} à ${last}. Le tableau ci-dessous contient les données.`,
    none: "Aucune commande cette année-là.",
    table: "Afficher les données sous forme de tableau",
    total: "Total",
    retired: "Retiré auprès des registres",
  },
  equivalents: {
    title: "Cela équivaut à",
    labels: {
      us: {
        cars: {
          one: "voiture à essence roulant pendant un an",
          more: "voitures à essence roulant pendant un an",
        },
        homes: {
          one: "foyer américain et sa consommation d’énergie d’une année",
          more: "foyers américains et leur consommation d’énergie d’une année",
        },
        flights: {
          one: "passager en avion de Los Angeles à New York",
          more: "passagers en avion de Los Angeles à New York",
        },
        trees,
      },
      eu: {
        cars: { one: "kilomètre en voiture moyenne", more: "kilomètres en voiture moyenne" },
        flights: {
          one: "passager en avion de Francfort à Lisbonne",
          more: "passagers en avion de Francfort à Lisbonne",
        },
        trees,
      },
    },
    each: "Chaque équivalent représente la quantité totale.",
    sources: {
      us: "D’après les données de l’agence américaine de protection de l’environnement (EPA).",
      eu:
        "Voitures et vols\u00a0: facteurs de conversion 2025 du gouvernement britannique, effets hors CO₂ " +
        "des vols compris. Arbres\u00a0: agence américaine de protection de l’environnement (EPA).",
    },
    caveat: "Ils illustrent l’ordre de grandeur\u00a0; ils ne réduisent l’empreinte de personne.",
  },
  embed: {
    title: "Intégrer à votre site web",
    badge: "Badge",
    badgePreview: "Aperçu du badge",
    card: "Carte",
    cardPreview: "Aperçu de la carte",
    text:
      "Les deux suivent le thème clair ou sombre du visiteur et sont à jour en moins d’une minute. Pour " +
      "les modifier, ajoutez à l’adresse [?theme=light] ou [dark], et " +
      "[lang=de], [fr] ou [es].",
    copy: "Copier",
    copied: "Copié",
  },
  foot: {
    live:
      "Chaque commande a un certificat qui indique ses numéros de série et l’inscription de leur retrait " +
      "au registre.",
    once: "Aucun kilogramme n’est compté deux fois.",
    test:
      "Chaque commande a un certificat qui indique ses numéros de série. Les certificats de test " +
      "indiquent des numéros de série fictifs.",
  },
  preview: "Aperçu",
  moved: "Cette page a changé d’adresse",
  missing:
    "Vérifiez qu’il ne manque aucun caractère dans l’adresse. La page est peut-être désactivée.",
};
