"use client";
// Fields that a category and a portfolio of the catalogue share.
import { useWatch } from "react-hook-form";
import { z } from "zod";
import { TextAreaField, TextField } from "./form";

const PICTURE = "primary_image_url";

export const typedWeight = z
  .string()
  .trim()
  .regex(/^\d{1,7}(\.\d{1,6})?$/, "must be a number above 0 with at most six decimals")
  .refine((typed) => Number(typed) > 0, "must be above 0");

const typedPicture = z
  .string()
  .trim()
  .max(2048)
  .regex(/^(https?:\/\/[^/]|\/(?!\/))/, "must be an http or https URL, or a path from /")
  .nullable();

export const typedDetails = {
  name: z.string().trim().min(1).max(512),
  description: z.string().max(50_000).nullable(),
  [PICTURE]: typedPicture,
};

/** Picture of this site, as the form has it. */
function Picture() {
  const url = useWatch({ name: PICTURE }) as string | null;
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
