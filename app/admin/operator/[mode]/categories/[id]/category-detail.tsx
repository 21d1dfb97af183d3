"use client";
// A category: what its kilogram costs, and which projects it is made of.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { CategoryPrices } from "#schemas/catalogue";
import type { RouterOutput } from "#trpc/router";
import { Form, TextField, useSentForm } from "#ui/admin/form";
import { useOperator } from "#ui/admin/operator-shell";
import { Loading, PageHead, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { useToast } from "#ui/admin/toasts";
import { useTRPC } from "#ui/admin/trpc";
import { ShareBar } from "#ui/share-bar";
import { PriceChanges } from "./price-changes";

export type Shown = RouterOutput["operatorCategories"]["get"];

const percent = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 2 });

function Prices({ shown }: { shown: Shown }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const set = useMutation(
    trpc.operatorCategories.setPrices.mutationOptions({
      // Also where it failed: somebody else may have been quicker.
      onSettled: () => queries.invalidateQueries(trpc.operatorCategories.pathFilter()),
    }),
  );
  const { id, apiCents, checkoutCents } = shown;
  const sent = useSentForm({
    schema: CategoryPrices,
    initial: {
      api_price_per_kg_usd_cents: apiCents,
      checkout_price_per_kg_usd_cents: checkoutCents,
    },
    async send(values) {
      const expected = { api: apiCents, checkout: checkoutCents };
      await set.mutateAsync({ ...values, id, expected });
      toast("Prices set");
    },
  });
  return (
    <Panel title="Prices">
      <Form sent={sent} act="Set the prices">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            name="api_price_per_kg_usd_cents"
            label="API, US cents per kg"
            inputMode="numeric"
          />
          <TextField
            name="checkout_price_per_kg_usd_cents"
            label="Checkout, US cents per kg"
            inputMode="numeric"
          />
        </div>
        <PriceChanges shown={shown} />
        <ul className="list-disc space-y-1 pl-5 text-sm text-quiet">
          <li>Quotes, orders and checkouts from now on have the new price.</li>
          <li>Orders that are placed and checkouts that are open keep theirs.</li>
          <li>
            Prices belong to the catalogue: importing a file with this category sets its again.
          </li>
        </ul>
      </Form>
    </Panel>
  );
}

function Projects({ projects }: Pick<Shown, "projects">) {
  const { base } = useOperator();
  if (projects.length === 0) {
    return (
      <p className="text-[0.9375rem] text-quiet">
        None: an order for a portfolio with this category waits.
      </p>
    );
  }
  return (
    <>
      <ShareBar
        parts={projects.map(({ id, share }) => ({ key: id, share }))}
        className="mb-4 h-2"
      />
      <ul className="divide-y divide-line text-[0.9375rem]">
        {projects.map(({ id, name, share }) => (
          <li key={id} className="flex justify-between gap-4 py-2.5 first:pt-0 last:pb-0">
            <Link
              href={`${base}/projects/${encodeURIComponent(id)}`}
              prefetch={false}
              className="link"
            >
              {name}
            </Link>
            <span className="tabular-nums">{percent.format(share)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

export function CategoryDetail({ id }: { id: string }) {
  const found = useQuery(useTRPC().operatorCategories.get.queryOptions({ id }));
  if (found.error) return <ProblemNote error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <Loading />;
  const shown = found.data;
  return (
    <>
      <PageHead title={shown.name} intro={shown.description} />
      <Prices shown={shown} />
      <Panel title="Projects">
        <Projects projects={shown.projects} />
      </Panel>
    </>
  );
}
