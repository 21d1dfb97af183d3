"use client";
// The portfolios of the account, its own first.
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { formatMoney } from "#core/money";
import type { RouterOutput } from "#trpc/router";
import { useHere } from "#ui/admin/account-shell";
import { buttonClass } from "#ui/admin/button";
import { Badge, Empty, Loading, PageHead } from "#ui/admin/page";
import { Swatch } from "#ui/admin/portfolio/split";
import { formatPercent, WHOLE } from "#ui/admin/portfolio/weights";
import { ProblemNote } from "#ui/admin/problem";
import { Title } from "#ui/admin/title";
import { useTRPC } from "#ui/admin/trpc";
import { ShareBar } from "#ui/share-bar";

type Row = RouterOutput["portfolios"]["list"]["data"][number];

const SHOWN_CATEGORIES = 4;

function Categories({ row: { categories } }: { row: Row }) {
  const rest = categories.length - SHOWN_CATEGORIES;
  return (
    <>
      <ShareBar
        className="mt-4 h-2"
        parts={categories.map(({ id, share }) => ({ key: id, share }))}
      />
      <ul className="mt-3 space-y-1 text-sm">
        {categories.slice(0, SHOWN_CATEGORIES).map(({ id, name, share }, index) => (
          <li key={id} className="flex justify-between gap-4">
            <span className="flex min-w-0 gap-2">
              <Swatch index={index} />
              {name}
            </span>
            <span className="shrink-0 text-quiet tabular-nums">
              {formatPercent(share * WHOLE)} %
            </span>
          </li>
        ))}
        {rest > 0 && <li className="pl-5 text-quiet">and {rest} more</li>}
      </ul>
    </>
  );
}

function Card({ row }: { row: Row }) {
  const { base } = useHere();
  const api = row.api_price_per_kg_usd_cents;
  const checkout = row.checkout_price_per_kg_usd_cents;
  return (
    <li className="relative flex flex-col overflow-hidden rounded-2xl border border-line bg-paper focus-within:border-edge hover:border-edge">
      {row.picture && (
        // biome-ignore lint/performance/noImgElement: a drawing of the installation's own.
        <img
          src={row.picture}
          alt=""
          className="aspect-[5/2] w-full border-b border-line object-cover"
        />
      )}
      <div className="flex flex-1 flex-col p-5">
        <p className="flex flex-wrap items-center justify-between gap-2">
          <Link
            href={`${base}/portfolios/${encodeURIComponent(row.id)}`}
            prefetch={false}
            className="font-semibold after:absolute after:inset-0"
          >
            {row.name}
          </Link>
          {row.isDefault && <Badge look="good">Default</Badge>}
        </p>
        {row.summary && (
          <p className="mt-1 text-[0.9375rem] text-pretty text-quiet">{row.summary}</p>
        )}
        <Categories row={row} />
        <dl className="mt-auto grid grid-cols-2 gap-4 pt-5 text-sm">
          <Price label="By the API" cents={api} />
          <Price label="At checkout" cents={checkout} />
        </dl>
      </div>
    </li>
  );
}

function Price({ label, cents }: { label: string; cents: number }) {
  return (
    <div>
      <dt className="text-quiet">{label}</dt>
      <dd className="mt-0.5 tabular-nums">
        <span className="font-semibold">{formatMoney(cents, "USD", "en-US")}</span> a kg
        <span className="block text-quiet">
          {formatMoney(cents * 1000, "USD", "en-US")} a tonne
        </span>
      </dd>
    </div>
  );
}

function Cards({ title, rows, empty }: { title: string; rows: Row[]; empty: ReactNode }) {
  return (
    <section className="mb-8">
      <h2 className="mb-3 font-semibold">{title}</h2>
      {rows.length === 0 ? (
        empty
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {rows.map((row) => (
            <Card key={row.id} row={row} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Lists() {
  const list = useQuery(useTRPC().portfolios.list.queryOptions());
  if (list.error) return <ProblemNote error={list.error} onRetry={() => list.refetch()} />;
  if (!list.data) return <Loading />;
  const { data: rows } = list.data;
  return (
    <>
      <Cards
        title="Your own"
        rows={rows.filter(({ isOwn }) => isOwn)}
        empty={
          <Empty title="No portfolio of your own yet">
            <p>Mix the categories you stand for, and see at once what a tonne of it costs.</p>
          </Empty>
        }
      />
      <Cards
        title="Offered to you"
        rows={rows.filter(({ isOwn }) => !isOwn)}
        empty={
          <Empty title="Nothing is offered yet">
            <p>The operator of this installation fills the catalogue.</p>
          </Empty>
        }
      />
    </>
  );
}

function Portfolios() {
  const { base, canWrite } = useHere();
  return (
    <>
      <PageHead
        title="Portfolios"
        intro="What orders are filled from: project categories in fixed parts, at one price a kilogram. Where an order names none, the default applies."
        acts={
          canWrite && (
            <Link
              href={`${base}/portfolios/new`}
              prefetch={false}
              className={buttonClass("primary")}
            >
              New portfolio
            </Link>
          )
        }
      />
      <Lists />
    </>
  );
}

export default function PortfoliosPage() {
  return (
    <>
      <Title>Portfolios</Title>
      <Portfolios />
    </>
  );
}
