"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { z } from "zod";
import type { CreatePortfolio } from "#schemas/catalogue";
import type { RouterOutput } from "#trpc/router";
import { useApiForm } from "#ui/admin/api-form";
import { TextAreaField, TextField, useFormValues } from "#ui/admin/form";
import type { Opened } from "#ui/admin/opened";
import { Loaded, Note, Panel } from "#ui/admin/page";
import { PreviewedForm } from "#ui/admin/previewed-form";
import { Prices } from "#ui/admin/prices";
import { useSettled } from "#ui/admin/settled";
import { useTRPC } from "#ui/admin/trpc";
import { PARTS, PartsField } from "./parts-field";
import { Split } from "./split";
import { isComplete, type Part } from "./weights";

function LoadedPreview({ parts }: { parts: Part[] }) {
  const settled = useSettled(parts);
  const preview = useQuery(
    useTRPC().portfolios.preview.queryOptions(
      { category_allocations: settled },
      { enabled: isComplete(settled), placeholderData: keepPreviousData },
    ),
  );
  return (
    <Loaded query={preview} lines={3}>
      {(data) => (
        <div aria-busy={preview.isFetching}>
          <Prices
            currency={data.currency}
            apiPrice={data.apiPricePerTonne}
            checkoutPrice={data.checkoutPricePerTonne}
          />
          <h3 className="mt-6 mb-3 text-sm text-quiet">1 tonne contains</h3>
          <Split preview={data} />
        </div>
      )}
    </Loaded>
  );
}

function Preview() {
  const { [PARTS]: parts } = useFormValues<{ [PARTS]: Part[] }>();
  return (
    <Panel title="Preview">
      {isComplete(parts) ? (
        <LoadedPreview parts={parts} />
      ) : (
        <Note>Prices and the split of 1 tonne appear here once the parts add up to 100%.</Note>
      )}
    </Panel>
  );
}

interface Props {
  initial: z.input<typeof CreatePortfolio>;
  action: string;
  note?: ReactNode;
  /** Of a portfolio that is edited: what was read. */
  opened?: object;
  send(values: z.output<typeof CreatePortfolio>, opened: Opened): Promise<unknown>;
  onCancel(): void;
}

type Category = RouterOutput["portfolios"]["categories"][number];

function BuilderForm(props: Props & { categories: readonly Category[] }) {
  const { initial, opened, action, note, send, onCancel, categories } = props;
  const form = useApiForm({
    schema: async () => (await import("#admin/schemas")).CreatePortfolio,
    initial,
    opened,
    send,
  });
  return (
    <PreviewedForm
      title="Portfolio"
      form={form}
      action={action}
      onCancel={onCancel}
      preview={<Preview />}
    >
      <TextField name="name" label="Name" hint="Your customers see it at checkout." />
      <TextField name="summary" label="Summary" hint="One line. Optional." />
      <PartsField categories={categories} />
      <TextAreaField name="description" label="Description" hint="Optional." />
      {note}
    </PreviewedForm>
  );
}

export function PortfolioBuilder(props: Props) {
  const categories = useQuery(useTRPC().portfolios.categories.queryOptions());
  return (
    <Loaded query={categories}>{(data) => <BuilderForm {...props} categories={data} />}</Loaded>
  );
}
