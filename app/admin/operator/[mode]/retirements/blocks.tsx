"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatMass } from "#core/mass";
import type { RouterOutput } from "#trpc/router";
import { Button } from "#ui/admin/button";
import { Confirm } from "#ui/admin/dialog";
import { plural } from "#ui/admin/format";
import { Copy } from "#ui/admin/icons";
import { Badge, Empty, Loaded } from "#ui/admin/page";
import { DownloadLink } from "#ui/admin/screen-link";
import { PageLinks, useListState } from "#ui/admin/table";
import { useToast } from "#ui/admin/toasts";
import { useChange, useTRPC } from "#ui/admin/trpc";

type Page = RouterOutput["operatorWorklist"]["blocks"];
type Block = Page["data"][number];

interface Place {
  registry: string;
  section: "current" | "unreported";
}

/** A text of the registry's form, to be pasted there. */
function FormText({ label, text }: { label: string; text: string }) {
  const toast = useToast();
  const copy = () => navigator.clipboard.writeText(text).then(() => toast(`${label} copied`));
  return (
    <div className="min-w-0">
      <dt className="text-sm text-quiet">{label}</dt>
      <dd className="mt-0.5 flex items-start justify-between gap-2">
        <span className="min-w-0 pt-1.5 wrap-anywhere select-all">{text}</span>
        <Button
          variant="plain"
          className="shrink-0 px-2.5!"
          aria-label={`Copy: ${label}`}
          onClick={copy}
        >
          <Copy className="size-4" aria-hidden="true" />
        </Button>
      </dd>
    </div>
  );
}

interface BlockProps {
  block: Block;
  isSelected: boolean;
  onSelect(isSelected: boolean): void;
}

function BlockItem({ block, isSelected, onSelect }: BlockProps) {
  const tonnes = formatMass(block.quantityKg);
  return (
    <li className="rounded-2xl border border-line bg-paper p-4 sm:p-5">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <label className="flex min-h-8 items-center gap-3 font-medium">
          <input
            type="checkbox"
            className="size-4"
            checked={isSelected}
            onChange={({ target }) => onSelect(target.checked)}
          />
          <span>
            {tonnes}, {block.projectName}, {block.vintageYear}
          </span>
        </label>
        <span className="flex flex-wrap gap-2">
          {block.isPool && <Badge tone="neutral">Shared by several customers</Badge>}
          {block.isOverdue && <Badge tone="bad">Overdue</Badge>}
        </span>
      </div>
      <dl className="grid gap-x-8 gap-y-3 text-[0.9375rem] lg:grid-cols-2">
        <FormText label="Serial numbers" text={block.serialNumberRange} />
        <FormText label="Quantity in tonnes" text={String(block.quantityKg / 1000)} />
        <FormText label="Beneficiary" text={block.beneficiary} />
        <FormText label="Reason or note" text={block.note} />
      </dl>
    </li>
  );
}

interface MarkProps extends Place {
  selected: readonly Block[];
  onDone(): void;
}

function useMark({ registry, section }: Place, onDone: () => void) {
  const mark = useChange((trpc) => trpc.operatorWorklist.markRequested);
  return async (blocks: readonly Block[] | null) => {
    const chosen =
      blocks?.map(({ lotId, startKg, endKg, beneficiary }) => {
        return { lotId, startKg, endKg, beneficiary };
      }) ?? null;
    await mark({ registry, section, blocks: chosen });
    onDone();
  };
}

function Tools({ selected, onDone, ...place }: MarkProps) {
  const mark = useMark(place, onDone);
  const kg = selected.reduce((sum, block) => sum + block.quantityKg, 0);
  const query = new URLSearchParams({ registry: place.registry, section: place.section });
  return (
    <div className="sticky top-0 z-10 mb-4 flex flex-wrap items-center gap-2 bg-canvas py-2">
      {selected.length > 0 ? (
        <Confirm
          button={`Mark ${plural(selected.length, "block")} as requested`}
          variant="primary"
          title={`Mark ${formatMass(kg)} as requested?`}
          description="Do this when you have entered these retirements at the registry. They leave this list and wait for the registry’s export."
          action="Mark as requested"
          done="Marked as requested"
          run={() => mark(selected)}
        />
      ) : (
        <Confirm
          button="Mark all as requested"
          title="Mark everything on this list as requested?"
          description="Do this when you have entered all of these retirements at the registry, on all pages of this list."
          done="Marked as requested"
          run={() => mark(null)}
        />
      )}
      <span className="ml-auto">
        <DownloadLink to={`/export/worklist.csv?${query}`} />
      </span>
    </div>
  );
}

function BlockList({ page, ...place }: Place & { page: Page }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const isLater = useListState().get("after") !== null;
  if (page.data.length === 0) return <Empty title="Nothing is due yet" />;
  const isAll = page.data.every(({ reference }) => selected.has(reference));
  const select = (references: readonly string[], isSelected: boolean) => {
    const next = new Set(selected);
    for (const reference of references) {
      if (isSelected) next.add(reference);
      else next.delete(reference);
    }
    setSelected(next);
  };
  return (
    <>
      <Tools
        {...place}
        selected={page.data.filter(({ reference }) => selected.has(reference))}
        onDone={() => setSelected(new Set())}
      />
      <label className="mb-3 flex min-h-8 w-fit items-center gap-3 pl-4 text-[0.9375rem] text-quiet sm:pl-5">
        <input
          type="checkbox"
          className="size-4"
          checked={isAll}
          onChange={({ target }) =>
            select(
              page.data.map(({ reference }) => reference),
              target.checked,
            )
          }
        />
        Select this page
      </label>
      <ul className="space-y-3">
        {page.data.map((block) => (
          <BlockItem
            key={block.reference}
            block={block}
            isSelected={selected.has(block.reference)}
            onSelect={(isSelected) => select([block.reference], isSelected)}
          />
        ))}
      </ul>
      {(isLater || page.next) && (
        <PageLinks
          label="the worklist"
          turns={[
            { text: "First", to: isLater ? {} : undefined },
            { text: "Next", to: page.next ? { after: page.next } : undefined },
          ]}
        />
      )}
    </>
  );
}

export function Blocks(place: Place) {
  const { get } = useListState();
  const after = get("after");
  const blocks = useQuery(useTRPC().operatorWorklist.blocks.queryOptions({ ...place, after }));
  return (
    <section aria-label="Blocks to retire" className="mb-8">
      <Loaded query={blocks}>{(page) => <BlockList {...place} page={page} />}</Loaded>
    </section>
  );
}
