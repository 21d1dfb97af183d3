"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { z } from "zod";
import { useAccount } from "#ui/admin/account";
import { FormDialog, type FormDialogProps } from "#ui/admin/dialog";
import { useRefresh, useTRPC } from "#ui/admin/trpc";
import { LinkFields, noTerms, slugFrom, valuesOf } from "./link-form";
import type { NewLinkTerms } from "./link-terms";

/** The dialog's button and texts. */
type Trigger = Omit<
  FormDialogProps<unknown, unknown, unknown>,
  "schema" | "initial" | "formKey" | "send" | "onDone" | "children"
>;

export function NewReusableLink(trigger: Trigger) {
  const { base } = useAccount();
  const router = useRouter();
  const refresh = useRefresh((it) => it.links.pathFilter());
  const { mutateAsync } = useMutation(useTRPC().links.create.mutationOptions());
  return (
    <FormDialog
      {...trigger}
      schema={async () => (await import("#admin/schemas")).NewLinkTerms}
      initial={{ ...noTerms, slug: "" }}
      formKey="reusable"
      send={async ({ slug, ...terms }: z.output<typeof NewLinkTerms>) => {
        const values = valuesOf(terms);
        return mutateAsync({ ...values, slug: slug || slugFrom(terms.name) });
      }}
      onDone={async ({ id }) => {
        await refresh();
        router.push(`${base}/checkout/links/${id}`);
      }}
    >
      <LinkFields isNew />
    </FormDialog>
  );
}
