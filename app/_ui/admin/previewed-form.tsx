"use client";
import type { ReactNode } from "react";
import { FormProvider } from "react-hook-form";
import { type ApiForm, Form } from "./form";
import { Panel } from "./page";

interface Props {
  title: string;
  form: ApiForm;
  action: string;
  onCancel(): void;
  /** Reads the values of the form around it. */
  preview: ReactNode;
  children: ReactNode;
}

export function PreviewedForm({ title, form, action, onCancel, preview, children }: Props) {
  return (
    <div className="grid items-start gap-x-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <Panel title={title}>
        <Form form={form} action={action} onCancel={onCancel}>
          {children}
        </Form>
      </Panel>
      <div className="xl:sticky xl:top-6">
        <FormProvider {...form}>{preview}</FormProvider>
      </div>
    </div>
  );
}
