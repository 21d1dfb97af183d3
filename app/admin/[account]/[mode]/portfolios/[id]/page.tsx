"use client";
// A portfolio with what can be done with it.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import type { RouterOutput } from "#trpc/router";
import { useHere } from "#ui/admin/account-shell";
import { Button, buttonClass } from "#ui/admin/button";
import { Confirm } from "#ui/admin/dialog";
import { Badge, Loading, PageHead, Panel } from "#ui/admin/page";
import { Prices } from "#ui/admin/portfolio/prices";
import { Split } from "#ui/admin/portfolio/split";
import { ProblemNote, problemOf } from "#ui/admin/problem";
import { useRouteId } from "#ui/admin/route-id";
import { Title } from "#ui/admin/title";
import { useToast } from "#ui/admin/toasts";
import { useTRPC } from "#ui/admin/trpc";
import { portfolioPath } from "#ui/catalogue";

type Shown = RouterOutput["portfolios"]["get"];

function MakeDefault({ shown }: { shown: Shown }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const set = useMutation(
    trpc.portfolios.setDefault.mutationOptions({
      async onSuccess() {
        await queries.invalidateQueries(trpc.portfolios.pathFilter());
        toast(`${shown.name} is the default now`);
      },
      onError: (error) => toast(problemOf(error).title),
    }),
  );
  return (
    <Button busy={set.isPending} onClick={() => set.mutate({ id: shown.id })}>
      Make it the default
    </Button>
  );
}

function Archive({ shown }: { shown: Shown }) {
  const { base } = useHere();
  const router = useRouter();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const archive = useMutation(trpc.portfolios.archive.mutationOptions());
  return (
    <Confirm
      trigger={(open) => (
        <Button onClick={open} className="text-danger!">
          Delete
        </Button>
      )}
      title={`Delete ${shown.name}?`}
      description="Nothing can be bought from it any more. What was bought from it stays as it is. This can't be undone."
      act="Delete"
      done="Portfolio deleted"
      run={async () => {
        await archive.mutateAsync({ id: shown.id });
        router.replace(`${base}/portfolios`);
        await queries.invalidateQueries({ queryKey: trpc.portfolios.list.queryKey() });
      }}
    />
  );
}

function Acts({ shown }: { shown: Shown }) {
  const { base, mode, canWrite } = useHere();
  return (
    <>
      {!shown.isOwn && (
        <a href={portfolioPath(shown.id, mode)} className={buttonClass()}>
          Public page
        </a>
      )}
      {canWrite && shown.isOwn && (
        <>
          <Archive shown={shown} />
          <Link
            href={`${base}/portfolios/${encodeURIComponent(shown.id)}/edit`}
            prefetch={false}
            className={buttonClass()}
          >
            Edit
          </Link>
        </>
      )}
      {canWrite && !shown.isDefault && <MakeDefault shown={shown} />}
    </>
  );
}

function Tonne({ shown }: { shown: Shown }) {
  const parts = shown.category_allocations.map(({ category, allocated_fraction }) => ({
    category_id: category.id,
    allocated_fraction,
  }));
  const preview = useQuery(
    useTRPC().portfolios.preview.queryOptions({ category_allocations: parts }),
  );
  if (preview.error) return <ProblemNote error={preview.error} onRetry={() => preview.refetch()} />;
  if (!preview.data) return <Loading />;
  return <Split preview={preview.data} />;
}

function Facts({ shown }: { shown: Shown }) {
  return (
    <>
      <Panel title="Price" acts={shown.isDefault && <Badge look="good">Default</Badge>}>
        <Prices
          apiCents={shown.api_price_per_kg_usd_cents}
          checkoutCents={shown.checkout_price_per_kg_usd_cents}
        />
        <p className="mt-5 text-sm text-pretty text-quiet">
          {shown.isOwn
            ? "What its parts cost, rounded up to the next cent. It follows the prices of its categories."
            : "Offered to all accounts, at the operator’s price."}
        </p>
      </Panel>
      <Panel title="In the API">
        <p className="text-[0.9375rem] text-pretty text-quiet">
          Orders, quotes and checkout sessions take its id as <code>portfolio_id</code>:
        </p>
        <p className="mt-2">
          <code className="select-all">{shown.id}</code>
        </p>
      </Panel>
    </>
  );
}

function Portfolio({ id }: { id: string }) {
  const found = useQuery(useTRPC().portfolios.get.queryOptions({ id }));
  if (found.error) return <ProblemNote error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <Loading />;
  const shown = found.data;
  return (
    <>
      <PageHead title={shown.name} intro={shown.summary} acts={<Acts shown={shown} />} />
      <div className="grid items-start gap-x-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <Panel title="A tonne becomes">
          <Tonne shown={shown} />
        </Panel>
        <div>
          {shown.picture && (
            // biome-ignore lint/performance/noImgElement: a drawing of the installation's own.
            <img
              src={shown.picture}
              alt=""
              className="mb-6 aspect-[5/2] w-full rounded-2xl border border-line object-cover max-xl:hidden"
            />
          )}
          <Facts shown={shown} />
        </div>
      </div>
      {shown.description && (
        <Panel title="Description">
          <p className="max-w-2xl text-[0.9375rem] whitespace-pre-line">{shown.description}</p>
        </Panel>
      )}
    </>
  );
}

export default function PortfolioPage() {
  return (
    <>
      <Title>Portfolio</Title>
      <Portfolio id={useRouteId()} />
    </>
  );
}
