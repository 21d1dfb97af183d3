"use client";
import type { RouterOutput } from "#trpc/router";
import { useAccount } from "#ui/admin/account";
import {
  type ApiForm,
  CheckboxesField,
  CheckboxField,
  Form,
  SelectField,
  useFormValues,
} from "#ui/admin/form";
import { Facts, Panel } from "#ui/admin/page";

export type PageConfig = Omit<RouterOutput["impact"]["page"], "url">;

const toOptions = <Name extends string>(names: Record<Name, string>) =>
  (Object.entries(names) as [Name, string][]).map(([value, text]) => ({ value, text }));

const sections = toOptions<PageConfig["sections"][number]>({
  map: "Map of the projects",
  equivalents: "Everyday equivalents",
  timeline: "Monthly chart",
  projects: "Categories and projects",
});

const equivalents = toOptions<PageConfig["enabled_equivalents"][number]>({
  cars: "Cars off the road",
  homes: "Energy use of homes",
  flights: "Flights",
  trees: "Tree seedlings",
});

const headlines = toOptions<PageConfig["headline"]>({
  own: "Your own tonnes",
  for_others: "Tonnes of customers and partners",
});

function SettingsFields() {
  const { mode } = useAccount();
  const { sections: chosen } = useFormValues<PageConfig>();
  return (
    <>
      <CheckboxField name="enabled" label="The page is public" />
      {mode === "live" && <CheckboxField name="listed" label="Search engines may list it" />}
      <SelectField
        name="headline"
        label="Headline"
        hint="Your own tonnes are those of which you are the beneficiary."
        options={headlines}
      />
      <CheckboxesField name="sections" label="Sections" options={sections} />
      {chosen.includes("equivalents") && (
        <CheckboxesField name="enabled_equivalents" label="Equivalents" options={equivalents} />
      )}
    </>
  );
}

const labelsOf = (options: readonly { value: string; text: string }[], chosen: readonly string[]) =>
  options.flatMap(({ value, text }) => (chosen.includes(value) ? [text] : [])).join(", ");

export function Settings({ form, saved }: { form: ApiForm; saved: PageConfig }) {
  const { canWrite } = useAccount();
  return (
    <Panel title="Settings">
      {canWrite ? (
        <Form form={form} action={form.watch("enabled") ? "Publish page" : "Save page"}>
          <SettingsFields />
        </Form>
      ) : (
        <Facts
          className="space-y-4"
          facts={{
            Public: saved.enabled ? "Yes" : "No",
            Headline: labelsOf(headlines, [saved.headline]),
            Sections: labelsOf(sections, saved.sections),
            Equivalents: labelsOf(equivalents, saved.enabled_equivalents),
          }}
        />
      )}
    </Panel>
  );
}
