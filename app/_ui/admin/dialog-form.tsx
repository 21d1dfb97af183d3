"use client";
import type { ReactNode } from "react";
import { type FormOptions, useApiForm } from "./api-form";
import { Form } from "./form";

type Props<Input, Output> = FormOptions<Input, Output> & {
  action: string;
  variant: "primary" | "danger";
  onCancel(): void;
  children: ReactNode;
};

export function DialogForm<Input, Output>(props: Props<Input, Output>) {
  const { action, variant, onCancel, children, ...options } = props;
  const form = useApiForm(options);
  return (
    <Form form={form} action={action} variant={variant} onCancel={onCancel}>
      {children}
    </Form>
  );
}
