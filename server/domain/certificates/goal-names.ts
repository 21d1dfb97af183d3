// The UN's own names of its Sustainable Development Goals.
import type { Language } from "#core/language";

const en = [
  "No poverty",
  "Zero hunger",
  "Good health and well-being",
  "Quality education",
  "Gender equality",
  "Clean water and sanitation",
  "Affordable and clean energy",
  "Decent work and economic growth",
  "Industry, innovation and infrastructure",
  "Reduced inequalities",
  "Sustainable cities and communities",
  "Responsible consumption and production",
  "Climate action",
  "Life below water",
  "Life on land",
  "Peace, justice and strong institutions",
  "Partnerships for the goals",
];

const de = [
  "Keine Armut",
  "Kein Hunger",
  "Gesundheit und Wohlergehen",
  "Hochwertige Bildung",
  "Geschlechtergleichheit",
  "Sauberes Wasser und Sanitäreinrichtungen",
  "Bezahlbare und saubere Energie",
  "Menschenwürdige Arbeit und Wirtschaftswachstum",
  "Industrie, Innovation und Infrastruktur",
  "Weniger Ungleichheiten",
  "Nachhaltige Städte und Gemeinden",
  "Nachhaltiger Konsum und Produktion",
  "Maßnahmen zum Klimaschutz",
  "Leben unter Wasser",
  "Leben an Land",
  "Frieden, Gerechtigkeit und starke Institutionen",
  "Partnerschaften zur Erreichung der Ziele",
];

const fr = [
  "Pas de pauvreté",
  "Faim « zéro »",
  "Bonne santé et bien-être",
  "Éducation de qualité",
  "Égalité entre les sexes",
  "Eau propre et assainissement",
  "Énergie propre et d’un coût abordable",
  "Travail décent et croissance économique",
  "Industrie, innovation et infrastructure",
  "Inégalités réduites",
  "Villes et communautés durables",
  "Consommation et production responsables",
  "Mesures relatives à la lutte contre les changements climatiques",
  "Vie aquatique",
  "Vie terrestre",
  "Paix, justice et institutions efficaces",
  "Partenariats pour la réalisation des objectifs",
];

const es = [
  "Fin de la pobreza",
  "Hambre cero",
  "Salud y bienestar",
  "Educación de calidad",
  "Igualdad de género",
  "Agua limpia y saneamiento",
  "Energía asequible y no contaminante",
  "Trabajo decente y crecimiento económico",
  "Industria, innovación e infraestructura",
  "Reducción de las desigualdades",
  "Ciudades y comunidades sostenibles",
  "Producción y consumo responsables",
  "Acción por el clima",
  "Vida submarina",
  "Vida de ecosistemas terrestres",
  "Paz, justicia e instituciones sólidas",
  "Alianzas para lograr los objetivos",
];

const names: Readonly<Record<Language, readonly string[]>> = { en, de, fr, es };

/** Returns the goals with these numbers and skips unknown numbers. */
export function namedGoals(
  numbers: readonly number[],
  language: Language = "en",
): { number: number; name: string }[] {
  return numbers.flatMap((number) => {
    const name = names[language][number - 1];
    return name === undefined ? [] : [{ number, name }];
  });
}
