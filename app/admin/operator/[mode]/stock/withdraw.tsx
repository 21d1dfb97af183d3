"use client";
import { formatMass } from "#core/mass";
import { Button } from "#ui/admin/button";
import { FormDialog } from "#ui/admin/dialog";
import { ReasonField } from "#ui/admin/fields";

import { plural } from "#ui/admin/format";
import type { Selection } from "#ui/admin/table";
import { useToast } from "#ui/admin/toasts";
import { useChange } from "#ui/admin/trpc";

export function WithdrawLots({ keys, change }: Selection) {
  const toast = useToast();
  const withdraw = useChange((trpc) => trpc.operatorLots.removeMany);
  if (keys.size === 0) return null;
  const lots = plural(keys.size, "lot");
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3 rounded-xl bg-soft px-4 py-2.5 text-[0.9375rem]">
      <span className="font-medium">{lots} selected</span>
      <FormDialog
        button="Remove from stock"
        variant="warning"
        submitVariant="danger"
        title={`Remove ${lots} from stock?`}
        description="What is left of them is not sold any more, and no import adds it again. This can’t be undone. If one of the lots can’t be removed, none is."
        schema={async () => (await import("#admin/schemas")).LotDecision}
        initial={{ reason: "" }}
        send={({ reason }) => withdraw({ ids: [...keys], reason })}
        onDone={async ({ removedKg }) => {
          toast(`${formatMass(removedKg)} removed from stock`);
          change(new Set());
        }}
      >
        <ReasonField hint="Stored with each lot and in the audit log." />
      </FormDialog>
      <Button variant="plain" onClick={() => change(new Set())}>
        Clear selection
      </Button>
    </div>
  );
}
