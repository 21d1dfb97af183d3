"use client";
import { useMutation } from "@tanstack/react-query";
import { formatMass } from "#core/mass";
import type { RouterOutput } from "#trpc/router";
import { FormDialog } from "#ui/admin/dialog";
import { AffectedOrders, CreditParts } from "#ui/admin/evidence";
import { TextAreaField } from "#ui/admin/form";
import { Badge, CodeFact, Detail, Fact, Facts, PageHead, Panel } from "#ui/admin/page";
import { RecordFields } from "#ui/admin/retirement-record";
import { useScreenData } from "#ui/admin/screen-data";
import { ScreenLink } from "#ui/admin/screen-link";
import { Time } from "#ui/admin/time";
import { useRefresh, useTRPC } from "#ui/admin/trpc";
import { queries } from "./queries";

type Retirement = RouterOutput["operatorRetirements"]["get"];

const reasonField = (
  <TextAreaField name="reason" label="Reason" hint="Recorded in the audit log." />
);

function Corrections({ retirement }: { retirement: Retirement }) {
  const trpc = useTRPC();
  const { id, retiredOn, beneficiary, registryReference, url } = retirement;
  const correct = useMutation(trpc.operatorRetirements.correct.mutationOptions());
  const withdraw = useMutation(trpc.operatorRetirements.withdraw.mutationOptions());
  const onDone = useRefresh((routes) => routes.operatorRetirements.pathFilter());
  return (
    <div className="flex flex-wrap gap-2">
      <FormDialog
        button="Correct"
        title="Correct this record"
        description="Adds a corrected record about the same credits. This one is kept as superseded, and certificates get a new revision."
        action="Save correction"
        done="Record corrected"
        schema={async () => (await import("#admin/schemas")).RetirementCorrection}
        initial={{
          retired_on: retiredOn,
          beneficiary,
          registry_reference: registryReference,
          url,
          reason: "",
        }}
        send={(values) => correct.mutateAsync({ id, ...values })}
        onDone={onDone}
      >
        <RecordFields />
        {reasonField}
      </FormDialog>
      <FormDialog
        button="Take back"
        variant="warning"
        submitVariant="danger"
        title={`Take back this record of ${formatMass(retirement.kg)}?`}
        description="Orders with these credits are no longer retired, their certificates say so, and receivers of events are informed."
        action="Take back"
        done="Record taken back"
        schema={async () => (await import("#admin/schemas")).RetirementWithdrawal}
        initial={{ reason: "" }}
        send={(values) => withdraw.mutateAsync({ id, ...values })}
        onDone={onDone}
      >
        {reasonField}
      </FormDialog>
    </div>
  );
}

const sources: Record<string, string> = {
  import: "From an imported export",
  adapter: "From the registry’s API",
  operator: "Entered by hand",
};

function Record({ retirement }: { retirement: Retirement }) {
  const { supersededBy, supersededOn, url } = retirement;
  return (
    <Panel
      title="The registry’s record"
      actions={
        retirement.isLive ? (
          <Corrections retirement={retirement} />
        ) : (
          <Badge tone="neutral">Superseded</Badge>
        )
      }
    >
      <Facts>
        <Fact label="Date">{retirement.retiredOn}</Fact>
        <Fact label="Beneficiary">
          {retirement.beneficiary ?? "–"}
          {retirement.isPool && <span className="block text-quiet">For several customers</span>}
        </Fact>
        <Fact label="Reason">{retirement.reason ?? "–"}</Fact>
        <Fact label="Reference">{retirement.registryReference ?? "–"}</Fact>
        <Fact label="At the registry">
          {url ? (
            <a href={url} className="link">
              {new URL(url).host}
            </a>
          ) : (
            "–"
          )}
        </Fact>
        <Fact label="Source">{sources[retirement.source] ?? retirement.source}</Fact>
        <Fact label="Recorded">
          <Time at={retirement.recordedOn} />
        </Fact>
        {supersededOn && (
          <Fact label="Superseded">
            <Time at={supersededOn} />
            {supersededBy && (
              <ScreenLink to={`/retirements/recorded/${supersededBy}`} className="link block">
                View the corrected record
              </ScreenLink>
            )}
          </Fact>
        )}
        <CodeFact label="ID">{retirement.id}</CodeFact>
      </Facts>
    </Panel>
  );
}

export default function RegistryRetirementPage() {
  const { retirement: query } = useScreenData(queries);
  return (
    <Detail title="Registry retirement" query={query}>
      {(retirement) => (
        <>
          <PageHead
            title={`${formatMass(retirement.kg)} retired at ${retirement.registryLabel}`}
            intro={retirement.beneficiary ?? "Without a beneficiary"}
          />
          <Record retirement={retirement} />
          <Panel title="Credits and orders">
            <CreditParts parts={retirement.parts} />
            <AffectedOrders orders={retirement.orders} />
          </Panel>
        </>
      )}
    </Detail>
  );
}
