"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useFieldArray } from "react-hook-form";
import type { RouterOutput } from "#trpc/router";
import { useApiForm } from "#ui/admin/api-form";
import { Button } from "#ui/admin/button";
import { CatalogueFields, isWeight, OffSale } from "#ui/admin/catalogue-fields";
import { TextField, useFormValues } from "#ui/admin/form";
import { useOperator } from "#ui/admin/operator";
import { Loaded, Note, PageHead, Panel } from "#ui/admin/page";
import { PreviewedForm } from "#ui/admin/previewed-form";
import { useSettled } from "#ui/admin/settled";
import { ShareChanges } from "#ui/admin/share-changes";
import { useChange, useTRPC } from "#ui/admin/trpc";

type Category = RouterOutput["operatorCategories"]["get"];

interface Member {
  project_id: string;
  weight: string | null;
}

function WeightFields({ category: { projects } }: { category: Category }) {
  const { fields: members, remove } = useFieldArray<{ projects: Member[] }>({ name: "projects" });
  const nameOf = new Map(projects.map(({ id, name }) => [id, name]));
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Projects</legend>
      <ul className="divide-y divide-line">
        {members.map(({ id, project_id }, index) => {
          const name = nameOf.get(project_id) ?? project_id;
          return (
            <li key={id} className="flex items-end gap-3 py-3">
              <div className="min-w-0 flex-1">
                <TextField
                  name={`projects.${index}.weight`}
                  label={`Weight of ${name}`}
                  inputMode="decimal"
                />
              </div>
              <Button aria-label={`Remove ${name}`} onClick={() => remove(index)}>
                Remove
              </Button>
            </li>
          );
        })}
      </ul>
      {members.length === 0 && <Note>No projects.</Note>}
      <p className="mt-1.5 text-sm text-pretty text-quiet">
        Twice the weight sells twice as much. Add a project on its own page: “Put on sale”.
      </p>
    </fieldset>
  );
}

/** The projects with complete weights; null while one is missing. */
function readMembers(typed: readonly Member[]) {
  const members = typed.map(({ project_id, weight }) => ({
    project_id,
    weight: isWeight(weight) ? Number(weight) : null,
  }));
  return members.flatMap(({ weight, ...rest }) => (weight === null ? [] : [{ ...rest, weight }]));
}

function Preview({ category: { id, name } }: { category: Category }) {
  const { projects: typed } = useFormValues<{ projects: Member[] }>();
  const projects = readMembers(useSettled(typed));
  const preview = useQuery(
    useTRPC().operatorCategories.previewChange.queryOptions(
      { id, projects },
      { enabled: projects.length === typed.length, placeholderData: keepPreviousData },
    ),
  );
  return (
    <Panel title="Preview">
      <Loaded query={preview} lines={3}>
        {({ shares, unsold, emptyIn }) => (
          <div aria-busy={preview.isFetching}>
            {shares.length > 0 && <ShareChanges title={`Shares of ${name}`} shares={shares} />}
            <OffSale names={unsold}>Not for sale any more:</OffSale>
            <OffSale names={emptyIn}>No projects: orders will wait for credits in</OffSale>
            <Note className="mt-4">The prices of the category and its portfolios stay.</Note>
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

function EditForm({ category }: { category: Category }) {
  const { base } = useOperator();
  const router = useRouter();
  const { id, name, description, pictureUrl, projects } = category;
  // Of what the form was filled with: a change by someone else since then is a conflict.
  const [revision] = useState(category.revision);
  const path = `${base}/catalogue/categories/${encodeURIComponent(id)}`;
  const change = useChange(
    (trpc) => trpc.operatorCategories.change,
    (trpc) => trpc.pathFilter(),
  );
  const form = useApiForm({
    done: "Category saved",
    schema: async () => (await import("#admin/schemas")).CategoryForm,
    initial: {
      name,
      description,
      primary_image_url: pictureUrl,
      projects: projects.map(({ id: project_id, weight }) => ({
        project_id,
        weight: String(weight),
      })),
    },
    async send(values) {
      await change({ ...values, id, revision });
      router.push(path);
    },
  });
  return (
    <PreviewedForm
      title="Category"
      form={form}
      action="Save category"
      onCancel={() => router.push(path)}
      preview={<Preview category={category} />}
    >
      <TextField name="name" label="Name" />
      <CatalogueFields hint="Shown on pages of portfolios and projects. Optional." />
      <WeightFields category={category} />
    </PreviewedForm>
  );
}

export function EditCategory({ category }: { category: Category }) {
  return (
    <>
      <PageHead
        title={`Edit ${category.name}`}
        intro="Applies to new sales. Orders, checkout sessions and reservations keep their prices."
      />
      <EditForm category={category} />
    </>
  );
}
