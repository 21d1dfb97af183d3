"use client";
import type { RouterOutput } from "#trpc/router";
import { FormDialog } from "#ui/admin/dialog";
import { SelectField, TextAreaField, TextField } from "#ui/admin/form";
import { plural } from "#ui/admin/format";
import { useOperator } from "#ui/admin/operator";
import { Empty, FactsPanel, Loaded } from "#ui/admin/page";
import { useChange, useScreenData } from "#ui/admin/trpc";
import { queries } from "./queries";

type Policy = RouterOutput["operatorPolicies"]["list"][number];

const timings = [
  { value: "after_sale", text: "After the sale" },
  { value: "before_sale", text: "Before the sale: sell retired credits only" },
];

const adapters = {
  manual: "By hand, from the worklist",
  isometric: "Isometric’s API (never tried with the real registry)",
  sandbox: "Sandbox: retires automatically (test mode only)",
} as const;

function Edit({ policy }: { policy: Policy }) {
  const { mode } = useOperator();
  const set = useChange((trpc) => trpc.operatorPolicies.set);
  const options = Object.entries(adapters)
    .filter(([name]) => name !== "sandbox" || mode === "test")
    .map(([value, text]) => ({ value, text }));
  return (
    <FormDialog
      button="Change"
      buttonLabel={`Change ${policy.label}`}
      title={policy.label}
      description={`For ${mode} orders. Applies to what is retired from now on.`}
      action="Save"
      done="Policy saved"
      schema={async () => (await import("#admin/schemas")).PolicyChange}
      initial={{
        timing: policy.timing,
        retire_within_days: policy.retireWithinDays,
        pool_text: policy.poolText,
        adapter: policy.adapter,
        organization_id: policy.organizationId,
      }}
      send={(values) => set({ registry: policy.registry, ...values })}
    >
      <SelectField name="timing" label="Retire credits" options={timings} />
      <TextField
        name="retire_within_days"
        label="Retire within (days)"
        inputMode="numeric"
        hint="A tonne that is sold in part is retired this many days after its first sale."
      />
      <TextAreaField
        name="pool_text"
        label="Beneficiary of shared tonnes"
        hint="Entered at the registry where several customers share a tonne. Certificates quote it."
      />
      <SelectField name="adapter" label="Request retirements" options={options} />
      <TextField
        name="organization_id"
        label="Organization ID"
        hint="Your own at the registry, if its API needs one."
      />
    </FormDialog>
  );
}

function PolicyPanel({ policy }: { policy: Policy }) {
  return (
    <FactsPanel
      title={policy.label}
      actions={<Edit policy={policy} />}
      facts={{
        "Retire credits": timings.find(({ value }) => value === policy.timing)?.text,
        "Retire within": plural(policy.retireWithinDays, "day"),
        "Request retirements": adapters[policy.adapter],
        "Beneficiary of shared tonnes": policy.poolText,
        "Organization ID": policy.organizationId,
      }}
      wide={["Beneficiary of shared tonnes"]}
    />
  );
}

export function Registries() {
  const { policies } = useScreenData(queries);
  return (
    <section id="registries" className="mt-8 scroll-mt-6">
      <h2 className="mb-3 font-semibold">Registries</h2>
      <Loaded query={policies}>
        {(list) =>
          list.length === 0 ? (
            <Empty title="No registries yet">
              They appear with the first credits that you import.
            </Empty>
          ) : (
            list.map((policy) => <PolicyPanel key={policy.registry} policy={policy} />)
          )
        }
      </Loaded>
    </section>
  );
}
