"use client";
// The choices of an impact page: whether it is shown, to whom, and what is on it.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import type { RouterOutput } from "#trpc/router";
import { useHere } from "#ui/admin/account-shell";
import { Button } from "#ui/admin/button";
import { Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { useToast } from "#ui/admin/toasts";
import { useTRPC } from "#ui/admin/trpc";

export type PageConfig = Omit<RouterOutput["impact"]["page"], "url">;

const sections = [
  { value: "map", text: "Map of the projects" },
  { value: "equivalents", text: "What it is equal to" },
  { value: "timeline", text: "Month by month" },
  { value: "projects", text: "Categories and projects" },
] as const;

const equivalents = [
  { value: "cars", text: "Cars off the road" },
  { value: "homes", text: "Homes’ energy" },
  { value: "flights", text: "Flights" },
  { value: "trees", text: "Tree seedlings" },
] as const;

interface CheckProps {
  checked: boolean;
  disabled: boolean;
  hint?: string;
  onChange(checked: boolean): void;
  children: ReactNode;
}

function Check({ checked, disabled, hint, onChange, children }: CheckProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-describedby={hint && `${id}-hint`}
        className="mt-1 size-4 shrink-0"
        onChange={({ target }) => onChange(target.checked)}
      />
      <div className="min-w-0 text-[0.9375rem]">
        <label htmlFor={id}>{children}</label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-pretty text-quiet">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

interface ListProps<Name extends string> {
  title: string;
  options: readonly { value: Name; text: string }[];
  chosen: readonly Name[];
  disabled: boolean;
  onChange(chosen: Name[]): void;
}

function Checks<Name extends string>(props: ListProps<Name>) {
  const { title, options, chosen, disabled, onChange } = props;
  return (
    <fieldset className="space-y-2.5">
      <legend className="mb-2.5 text-sm font-medium">{title}</legend>
      {options.map(({ value, text }) => (
        <Check
          key={value}
          checked={chosen.includes(value)}
          disabled={disabled}
          onChange={(checked) =>
            onChange(checked ? [...chosen, value] : chosen.filter((one) => one !== value))
          }
        >
          {text}
        </Check>
      ))}
    </fieldset>
  );
}

interface Props {
  saved: PageConfig;
  draft: PageConfig;
  onDraft(draft: PageConfig | null): void;
  subaccountId: string | null;
}

function Save({ saved, draft, onDraft, subaccountId }: Props) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const set = useMutation(
    trpc.impact.setPage.mutationOptions({
      onSuccess(now) {
        queries.setQueryData(trpc.impact.page.queryKey({ subaccount_id: subaccountId }), now);
        onDraft(null);
        toast(now.enabled ? "The page is published" : "The page is switched off");
      },
    }),
  );
  const isSame = JSON.stringify(draft) === JSON.stringify(saved);
  return (
    <>
      {set.error && <ProblemNote error={set.error} />}
      <p className="flex flex-wrap justify-end gap-2">
        {!isSame && <Button onClick={() => onDraft(null)}>Undo</Button>}
        <Button
          look="primary"
          busy={set.isPending}
          onClick={() => set.mutate({ ...draft, subaccount_id: subaccountId })}
        >
          {draft.enabled ? "Publish" : "Save"}
        </Button>
      </p>
    </>
  );
}

export function Settings(props: Props) {
  const { draft, onDraft } = props;
  const { canWrite, mode } = useHere();
  const change = (changes: Partial<PageConfig>) => onDraft({ ...draft, ...changes });
  const disabled = !canWrite;
  return (
    <Panel title="What it shows">
      <div className="space-y-6">
        <div className="space-y-3">
          <Check
            checked={draft.enabled}
            disabled={disabled}
            onChange={(enabled) => change({ enabled })}
          >
            The page is public
          </Check>
          <Check
            checked={draft.listed && mode === "live"}
            disabled={disabled || mode === "test"}
            hint={mode === "test" ? "Never on test." : ""}
            onChange={(listed) => change({ listed })}
          >
            Search engines may list it
          </Check>
        </div>
        <Checks
          title="Sections"
          options={sections}
          chosen={draft.sections}
          disabled={disabled}
          onChange={(chosen) => change({ sections: chosen })}
        />
        <Checks
          title="Equal to"
          options={equivalents}
          chosen={draft.enabled_equivalents}
          disabled={disabled || !draft.sections.includes("equivalents")}
          onChange={(chosen) => change({ enabled_equivalents: chosen })}
        />
        {canWrite && <Save {...props} />}
      </div>
    </Panel>
  );
}
