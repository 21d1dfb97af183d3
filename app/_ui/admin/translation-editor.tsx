"use client";
// Screen with the texts of an entry in one language, beside their originals.
import Link from "next/link";
import { useParams, useRouter } from "next/navigation";
import { useState } from "react";
import { useApiForm } from "./api-form";
import { Form, TextAreaField, TextField } from "./form";
import { Empty, PageHead, Panel } from "./page";
import { useToast } from "./toasts";
import {
  type EntryTranslations,
  languageName,
  missingIn,
  translationLanguages,
} from "./translations";

type Language = (typeof translationLanguages)[number];
type Field = EntryTranslations["fields"][number];
type Translation = Record<string, string | string[] | null>;

const labels: Readonly<Record<string, string>> = {
  name: "Name",
  type: "Type",
  summary: "Summary",
  description: "Description",
  location_name: "Location",
  activity_types: "Activities (one per line)",
  permanence: "Permanence",
  impact_type: "Impact type",
  due_diligence: "Due diligence",
  beyond_carbon: "Beyond carbon",
  risk_of_reversal: "Risk of reversal",
};

/** Of originals that are longer, the translation is typed in several lines. */
const LINE = 90;

const asTyped = (text: string | string[] | undefined) =>
  Array.isArray(text) ? text.join("\n") : (text ?? null);

function TranslatedField({ field, original, language }: Field & { language: Language }) {
  const text = asTyped(original) ?? "";
  const name = `translation.${field}`;
  const label = labels[field] ?? field;
  const isLong = text.length > LINE || Array.isArray(original);
  return (
    <div className="grid gap-x-6 gap-y-2 border-t border-line pt-5 first:border-t-0 first:pt-0 lg:grid-cols-2">
      <div className="min-w-0">
        <p className="mb-1.5 text-sm font-medium">{label}: original</p>
        <p className="text-[0.9375rem] whitespace-pre-line wrap-anywhere text-quiet">
          {text || "–"}
        </p>
      </div>
      <div lang={language}>
        {isLong ? (
          <TextAreaField name={name} label={label} />
        ) : (
          <TextField name={name} label={label} />
        )}
      </div>
    </div>
  );
}

/** Lists are typed one item per line. */
function toTranslation(
  typed: Readonly<Record<string, string | null>>,
  fields: readonly Field[],
): Translation {
  const lists = new Set(
    fields.flatMap(({ field, original }) => (Array.isArray(original) ? [field] : [])),
  );
  const linesOf = (text: string | null) =>
    (text ?? "").split("\n").flatMap((line) => line.trim() || []);
  return Object.fromEntries(
    Object.entries(typed).map(([field, text]) => [field, lists.has(field) ? linesOf(text) : text]),
  );
}

interface Props {
  entry: EntryTranslations;
  /** Address of the entry's screen. */
  path: string;
  save(change: {
    language: Language;
    revision: string;
    translation: Translation;
  }): Promise<unknown>;
}

function EditForm({ entry, path, save, language }: Props & { language: Language }) {
  const [router, toast] = [useRouter(), useToast()];
  // Of what the form was filled with: a change by someone else since then is a conflict.
  const [{ revision, fields }] = useState(entry);
  const current = entry.translations[language] ?? {};
  const form = useApiForm({
    schema: async () => (await import("#admin/schemas")).TranslationForm,
    initial: {
      translation: Object.fromEntries(fields.map(({ field }) => [field, asTyped(current[field])])),
    },
    async send({ translation }) {
      await save({ language, revision, translation: toTranslation(translation, fields) });
      toast(`${languageName(language)} saved`);
      router.push(path);
    },
  });
  const isListed = ({ field, original }: Field) =>
    original.length > 0 || current[field] !== undefined;
  return (
    <Form form={form} action="Save texts" onCancel={() => router.push(path)}>
      {fields.filter(isListed).map((field) => (
        <TranslatedField key={field.field} {...field} language={language} />
      ))}
    </Form>
  );
}

function Missing({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="ml-1.5 text-sm tabular-nums">
      {count}
      <span className="sr-only"> missing</span>
    </span>
  );
}

export function TranslationEditor(props: Props) {
  const { entry, path } = props;
  const { language: named } = useParams();
  const language = translationLanguages.find((one) => one === named);
  if (!language) return <Empty title="Public pages do not have this language" />;
  return (
    <>
      <PageHead
        title={`${entry.name} in ${languageName(language)}`}
        intro="An empty text is shown as the original. Certificates show the names as long as the original is the one that was certified."
      />
      <nav aria-label="Languages" className="mb-4 flex gap-4 overflow-x-auto border-b border-line">
        {translationLanguages.map((one) => (
          <Link
            key={one}
            href={`${path}/translations/${one}`}
            prefetch={false}
            aria-current={one === language ? "page" : undefined}
            className="border-b-2 border-transparent px-1 py-2 text-[0.9375rem] whitespace-nowrap text-quiet hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink"
          >
            {languageName(one)}
            <Missing count={missingIn(entry, one).length} />
          </Link>
        ))}
      </nav>
      <Panel title="Texts">
        <EditForm key={language} {...props} language={language} />
      </Panel>
    </>
  );
}
