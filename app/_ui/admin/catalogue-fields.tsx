"use client";
import { TextAreaField, TextField, useFormValues } from "./form";

const PICTURE = "primary_image_url";

/** Decides as `typedWeight` does, which is loaded with the schemas. */
export const isWeight = (typed: string | null) =>
  /^\d{1,7}(\.\d{1,6})?$/.test(typed?.trim() ?? "") && Number(typed) > 0;

/** Picture of this site, as the form has it. */
function Picture() {
  const { [PICTURE]: url } = useFormValues<{ [PICTURE]: string | null }>();
  if (!url || !/^\/(?!\/)/.test(url)) return null;
  // biome-ignore lint/performance/noImgElement: the address changes as it is typed
  return <img src={url} alt="" className="mt-3 aspect-video w-40 rounded-lg object-cover" />;
}

export function CatalogueFields({ hint }: { hint: string }) {
  return (
    <>
      <TextAreaField name="description" label="Description" hint={hint} />
      <div>
        <TextField
          name={PICTURE}
          label="Picture (address)"
          hint="A path on this site, such as /pictures/forest.jpg, or a URL. Pages only show pictures of this site."
        />
        <Picture />
      </div>
    </>
  );
}

/** Names of what a change would take off sale; nothing if it takes nothing. */
export function OffSale({ names, children }: { names: readonly string[]; children: string }) {
  if (names.length === 0) return null;
  return (
    <p role="alert" className="mt-4 text-[0.9375rem] text-warning">
      {children} {names.join(", ")}.
    </p>
  );
}
