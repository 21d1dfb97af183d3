"use client";
import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import { Button } from "#ui/admin/button";
import { Dialog } from "#ui/admin/dialog";
import { FieldFrame, inputClass } from "#ui/admin/form";
import { JobFiles, JobState, registryOptions } from "#ui/admin/job";
import { useOperator } from "#ui/admin/operator";
import { Options } from "#ui/admin/options";
import { Item, Items, Panel } from "#ui/admin/page";
import { useScreenData } from "#ui/admin/screen-data";
import { Time } from "#ui/admin/time";
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
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Compare with a registry</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Compare with a registry"
        description="Lists where a registry’s export and the records here differ. Nothing changes: to record what the export says, import it."
      >
        <FilesForm />
      </Dialog>
    </>
  );
}

/** The latest ones; nothing, if there are none. */
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
