"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId, useRef } from "react";
import type { RouterOutput } from "#trpc/router";
import { useAccount } from "#ui/admin/account";
import { Button } from "#ui/admin/button";
import type { Opened } from "#ui/admin/opened";
import { Panel } from "#ui/admin/page";
import { ProblemNote, problemOf } from "#ui/admin/problem";
import { useToast } from "#ui/admin/toasts";
import { useTRPC } from "#ui/admin/trpc";

export type PageConfig = Omit<RouterOutput["impact"]["page"], "url">;

const sections: Record<PageConfig["sections"][number], string> = {
  map: "Map of the projects",
  equivalents: "Everyday equivalents",
  timeline: "Monthly chart",
  projects: "Categories and projects",
};

const equivalents: Record<PageConfig["enabled_equivalents"][number], string> = {
  cars: "Cars off the road",
  homes: "Energy use of homes",
  flights: "Flights",
  trees: "Tree seedlings",
};

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

interface ChecksProps<Name extends string> {
  title: string;
  options: Record<Name, string>;
  chosen: readonly Name[];
  disabled: boolean;
  onChange(chosen: Name[]): void;
}

function Checks<Name extends string>(props: ChecksProps<Name>) {
  const { title, options, chosen, disabled, onChange } = props;
  return (
    <fieldset className="space-y-2.5">
      <legend className="mb-2.5 text-sm font-medium">{title}</legend>
      {(Object.entries(options) as [Name, string][]).map(([name, text]) => (
        <Check
          key={name}
          checked={chosen.includes(name)}
          disabled={disabled}
          onChange={(checked) =>
            onChange(checked ? [...chosen, name] : chosen.filter((other) => other !== name))
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
  const isUnchanged = JSON.stringify(draft) === JSON.stringify(saved);
  // As read when the draft began: the page may have been read again since.
  const opened = useRef(saved);
  useEffect(() => {
    if (isUnchanged) opened.current = saved;
  });
  const set = useMutation(
    trpc.impact.setPage.mutationOptions({
      onError(error) {
        opened.current = { ...opened.current, ...problemOf(error).current };
      },
      onSuccess(page) {
        queries.setQueryData(trpc.impact.page.queryKey({ subaccount_id: subaccountId }), page);
        onDraft(null);
        toast(page.enabled ? "Page published" : "Page is no longer public");
      },
    }),
  );
  return (
    <>
      {set.error && <ProblemNote error={set.error} />}
      <p className="flex flex-wrap justify-end gap-2">
        {!isUnchanged && <Button onClick={() => onDraft(null)}>Discard changes</Button>}
        <Button
          variant="primary"
          busy={set.isPending}
          onClick={() =>
            set.mutate({
              ...draft,
              subaccount_id: subaccountId,
              opened: { ...opened.current } as Opened,
            })
          }
        >
          {draft.enabled ? "Publish page" : "Save page"}
        </Button>
      </p>
    </>
  );
}

export function Settings(props: Props) {
  const { draft, onDraft } = props;
  const { canWrite, mode } = useAccount();
  const change = (changes: Partial<PageConfig>) => onDraft({ ...draft, ...changes });
  const disabled = !canWrite;
  return (
    <Panel title="Settings">
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
            hint={mode === "test" ? "Test pages are never listed." : ""}
            onChange={(listed) => change({ listed })}
          >
            Search engines may list it
          </Check>
          <Check
            checked={draft.headline === "for_others"}
            disabled={disabled}
            hint="By default, it headlines only tonnes of which you are the beneficiary."
            onChange={(isOthers) => change({ headline: isOthers ? "for_others" : "own" })}
          >
            Headline the tonnes of customers and partners
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
          title="Equivalents"
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
