"use client";
import { useRouter } from "next/navigation";
import { useId } from "react";
import { ButtonDialog } from "#ui/admin/dialog";
import { FieldFrame, inputClass } from "#ui/admin/form";
import { Time } from "#ui/admin/format";
import { JobFiles, JobState, registryOptions } from "#ui/admin/job";
import { useOperator } from "#ui/admin/operator";
import { Options } from "#ui/admin/options";
import { Item, Items, Panel } from "#ui/admin/page";
import { useScreenData } from "#ui/admin/trpc";
import { FilesField, UploadForm } from "#ui/admin/upload";
import { queries } from "./queries";

function FilesForm() {
  const { base } = useOperator();
  const router = useRouter();
  const id = useId();
  return (
    <UploadForm
      address={`${base}/retirements/files`}
      action="Compare"
      onSent={(job) => router.push(`${base}/retirements?show=recorded&comparison=${job}`)}
    >
      <FieldFrame id={id} label="Registry">
        <select id={id} name="registry" className={inputClass}>
          <Options options={registryOptions} />
        </select>
      </FieldFrame>
      <FilesField accept="csv" isMultiple hint="The registry’s export of retirements, complete." />
    </UploadForm>
  );
}

export function Compare() {
  return (
    <ButtonDialog
      button="Compare with a registry"
      title="Compare with a registry"
      description="Lists where a registry’s export and the records here differ. Nothing changes: to record what the export says, import it."
    >
      {() => <FilesForm />}
    </ButtonDialog>
  );
}

export function Comparisons() {
  const { base } = useOperator();
  const { data } = useScreenData(queries).comparisons;
  if (!data || data.data.length === 0) return null;
  return (
    <div className="mt-8">
      <Panel title="Comparisons with registries">
        <Items>
          {data.data.map((job) => (
            <Item key={job.id}>
              <span>
                <JobFiles
                  job={job}
                  href={`${base}/retirements?show=recorded&comparison=${job.id}`}
                />
              </span>
              <span className="text-quiet">
                <JobState job={job} /> {job.requestedByName} <Time at={job.createdOn} />
              </span>
            </Item>
          ))}
        </Items>
      </Panel>
    </div>
  );
}
