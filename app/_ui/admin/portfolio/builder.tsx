"use client";
// The form by which a portfolio is built or changed, with what it would cost and buy beside it.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import type { z } from "zod";
import { CreatePortfolio } from "#schemas/catalogue";
import { Form, type SentForm, TextAreaField, TextField, useSentForm } from "#ui/admin/form";
import { Loading, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { useTRPC } from "#ui/admin/trpc";
import { PARTS, PartsField } from "./parts-field";
import { Preview } from "./preview";
import type { Part } from "./weights";

type Input = z.input<typeof CreatePortfolio>;

interface Props {
  initial: Input;
  act: string;
  /** To be known before it is sent. */
  note?: ReactNode;
  send(values: z.output<typeof CreatePortfolio>): Promise<unknown>;
  onCancel(): void;
}

function LivePreview({ sent }: { sent: SentForm<Input> }) {
  const parts = useWatch({ control: sent.form.control, name: PARTS }) as Part[];
  return <Preview parts={parts} />;
}

export function PortfolioBuilder({ initial, act, note, send, onCancel }: Props) {
  const categories = useQuery(useTRPC().portfolios.categories.queryOptions());
  const sent = useSentForm({ schema: CreatePortfolio, initial, send });
  if (categories.error) {
    return <ProblemNote error={categories.error} onRetry={() => categories.refetch()} />;
  }
  if (!categories.data) return <Loading />;
  return (
    <div className="grid items-start gap-x-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <Panel title="What it is">
        <Form sent={sent} act={act} onCancel={onCancel}>
          <TextField name="name" label="Name" hint="Your customers see it at checkout." />
          <TextField name="summary" label="Summary" hint="One line. Optional." />
          <PartsField categories={categories.data} />
          <TextAreaField name="description" label="Description" hint="At length. Optional." />
          {note}
        </Form>
      </Panel>
      <div className="xl:sticky xl:top-6">
        <LivePreview sent={sent} />
      </div>
    </div>
  );
}
