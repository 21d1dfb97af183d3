"use client";
// A portfolio that is offered to everyone: its split, its prices, and whether it is the default.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { formatMoney } from "#core/money";
import { PortfolioPrices } from "#schemas/catalogue";
import type { RouterOutput } from "#trpc/router";
import { Button, buttonClass } from "#ui/admin/button";
import { Confirm } from "#ui/admin/dialog";
import { Form, TextField, useSentForm } from "#ui/admin/form";
import { useOperator } from "#ui/admin/operator-shell";
import { Badge, Loading, PageHead, Panel } from "#ui/admin/page";
import { perKg } from "#ui/admin/per-kg";
import { ProblemNote } from "#ui/admin/problem";
import { useRouteId } from "#ui/admin/route-id";
import { Title } from "#ui/admin/title";
import { useToast } from "#ui/admin/toasts";
import { useTRPC } from "#ui/admin/trpc";
import { ShareBar } from "#ui/share-bar";

type Shown = RouterOutput["operatorPortfolios"]["get"];

const percent = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 4 });

function useRefresh() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return () => queries.invalidateQueries(trpc.operatorPortfolios.pathFilter());
}

/** The price now, and what it would be without one of its own. */
function Standing({ channel, price }: { channel: string; price: Shown["api"] }) {
  const { cents, ownCents, derivedCents } = price;
  const derived = `The categories make ${formatMoney(derivedCents, "USD", "en")}.`;
  return (
    <p className="text-[0.9375rem]">
      <span className="block text-sm text-quiet">{channel}</span>
      <strong className="font-semibold tabular-nums">{perKg(cents)}</strong>
      <span className="block text-sm text-quiet">
        {ownCents === null ? "Derived from its categories." : `Its own price. ${derived}`}
      </span>
    </p>
  );
}

function Prices({ shown }: { shown: Shown }) {
  const refresh = useRefresh();
  const toast = useToast();
  const set = useMutation(
    // Also where it failed: somebody else may have been quicker.
    useTRPC().operatorPortfolios.setPrices.mutationOptions({ onSettled: refresh }),
  );
  const { id, api, checkout } = shown;
  const expected = { api: api.ownCents, checkout: checkout.ownCents };
  const sent = useSentForm({
    schema: PortfolioPrices,
    initial: {
      api_price_per_kg_usd_cents: api.ownCents,
      checkout_price_per_kg_usd_cents: checkout.ownCents,
    },
    async send(values) {
      await set.mutateAsync({ ...values, id, expected });
      toast("Prices set");
    },
  });
  return (
    <Panel title="Prices">
      <div className="mb-6 grid gap-5 sm:grid-cols-2">
        <Standing channel="API" price={api} />
        <Standing channel="Checkout" price={checkout} />
      </div>
      <Form sent={sent} act="Set the prices">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            name="api_price_per_kg_usd_cents"
            label="API, US cents per kg"
            inputMode="numeric"
            hint="Empty: derived from its categories."
          />
          <TextField
            name="checkout_price_per_kg_usd_cents"
            label="Checkout, US cents per kg"
            inputMode="numeric"
            hint="Empty: derived from its categories."
          />
        </div>
        <p className="text-sm text-quiet">
          Orders that are placed and checkouts that are open keep their prices. Importing a file
          with this portfolio sets its prices again.
        </p>
      </Form>
    </Panel>
  );
}

function Split({ parts }: Pick<Shown, "parts">) {
  const { base } = useOperator();
  return (
    <Panel title="Split">
      <ShareBar parts={parts.map(({ id, share }) => ({ key: id, share }))} className="mb-4 h-2" />
      <ul className="divide-y divide-line text-[0.9375rem]">
        {parts.map(({ id, name, share, apiCents, checkoutCents }) => (
          <li
            key={id}
            className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-2.5 first:pt-0 last:pb-0"
          >
            <span>
              <Link
                href={`${base}/categories/${encodeURIComponent(id)}`}
                prefetch={false}
                className="link"
              >
                {name}
              </Link>
              <span className="block text-sm text-quiet tabular-nums">
                {formatMoney(apiCents, "USD", "en")} by the API,{" "}
                {formatMoney(checkoutCents, "USD", "en")} in checkout
              </span>
            </span>
            <span className="tabular-nums">{percent.format(share)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function MakeDefault({ shown }: { shown: Shown }) {
  const refresh = useRefresh();
  const { mode } = useOperator();
  const set = useMutation(useTRPC().operatorPortfolios.setDefault.mutationOptions());
  return (
    <Confirm
      trigger={(open) => <Button onClick={open}>Make it the default</Button>}
      title={`Make ${shown.name} the default?`}
      description={`Every ${mode} account that has not chosen its own default buys it from now on, where a request names no portfolio.`}
      act="Make it the default"
      done="Default set"
      run={async () => {
        await set.mutateAsync({ id: shown.id });
        await refresh();
      }}
    />
  );
}

function PortfolioDetail({ id }: { id: string }) {
  const { mode } = useOperator();
  const found = useQuery(useTRPC().operatorPortfolios.get.queryOptions({ id }));
  if (found.error) return <ProblemNote error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <Loading />;
  const shown = found.data;
  return (
    <>
      <PageHead
        title={shown.name}
        intro={shown.summary}
        acts={
          <>
            {shown.isDefault ? (
              <span className="self-center">
                <Badge look="good">Default</Badge>
              </span>
            ) : (
              <MakeDefault shown={shown} />
            )}
            <a
              href={`/portfolios/${encodeURIComponent(id)}?mode=${mode}`}
              className={buttonClass()}
            >
              Public page
            </a>
          </>
        }
      />
      <Prices shown={shown} />
      <Split parts={shown.parts} />
    </>
  );
}

export default function PortfolioDetailPage() {
  return (
    <>
      <Title>Portfolio</Title>
      <PortfolioDetail id={useRouteId()} />
    </>
  );
}
