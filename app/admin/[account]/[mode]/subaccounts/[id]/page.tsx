"use client";
// A subaccount's form, logo and end.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { UpdateSubaccount } from "#schemas/accounts";
import type { RouterOutput } from "#trpc/router";
import { useHere } from "#ui/admin/account-shell";
import { Button } from "#ui/admin/button";
import { Confirm } from "#ui/admin/dialog";
import { Form, useSentForm } from "#ui/admin/form";
import { LogoPanel } from "#ui/admin/logo-panel";
import { Loading, PageHead, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { useRouteId } from "#ui/admin/route-id";
import { SubaccountFields } from "#ui/admin/subaccount-fields";
import { Title } from "#ui/admin/title";
import { useToast } from "#ui/admin/toasts";
import { useTRPC } from "#ui/admin/trpc";
import { LatestOrders, Retired } from "./belongings";

type Shown = RouterOutput["subaccounts"]["get"];

function Details({ shown }: { shown: Shown }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const update = useMutation(trpc.subaccounts.update.mutationOptions());
  const sent = useSentForm({
    schema: UpdateSubaccount,
    initial: {
      name: shown.name,
      email: shown.email,
      default_portfolio_id: shown.default_portfolio_id,
    },
    async send(values) {
      const saved = await update.mutateAsync({ ...values, id: shown.id });
      queries.setQueryData(trpc.subaccounts.get.queryKey({ id: shown.id }), saved);
      toast("Saved");
    },
  });
  return (
    <Panel title="Details">
      <Form sent={sent} act="Save">
        <SubaccountFields />
      </Form>
    </Panel>
  );
}

function Logo({ shown: { id, name, logo_url } }: { shown: Shown }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const onSuccess = (saved: Shown) =>
    queries.setQueryData(trpc.subaccounts.get.queryKey({ id }), saved);
  const save = useMutation(trpc.subaccounts.setLogo.mutationOptions({ onSuccess }));
  const remove = useMutation(trpc.subaccounts.removeLogo.mutationOptions({ onSuccess }));
  return (
    <LogoPanel
      name={name}
      url={logo_url}
      save={(picture) => save.mutateAsync({ ...picture, id })}
      remove={() => remove.mutateAsync({ id })}
    />
  );
}

function Delete({ shown }: { shown: Shown }) {
  const { base } = useHere();
  const router = useRouter();
  const remove = useMutation(useTRPC().subaccounts.delete.mutationOptions());
  return (
    <Confirm
      trigger={(open) => (
        <Button onClick={open} className="text-danger!">
          Delete
        </Button>
      )}
      title={`Delete ${shown.name}?`}
      description="Only one without orders can be deleted. This can't be undone."
      act="Delete"
      done="Subaccount deleted"
      run={async () => {
        await remove.mutateAsync({ id: shown.id });
        router.replace(`${base}/subaccounts`);
      }}
    />
  );
}

function Subaccount({ id }: { id: string }) {
  const { canWrite } = useHere();
  const found = useQuery(useTRPC().subaccounts.get.queryOptions({ id }));
  if (found.error) return <ProblemNote error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <Loading />;
  const shown = found.data;
  return (
    <>
      <PageHead title={shown.name} acts={canWrite && <Delete shown={shown} />} />
      <Logo shown={shown} />
      {canWrite && <Details shown={shown} />}
      <Retired id={id} />
      <LatestOrders id={id} />
    </>
  );
}

export default function SubaccountPage() {
  return (
    <>
      <Title>Subaccount</Title>
      <Subaccount id={useRouteId()} />
    </>
  );
}
