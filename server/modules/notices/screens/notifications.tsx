"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import type { RouterInput, RouterOutput } from "#trpc/router";
import { Empty, Loaded, Note, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { useTRPC } from "#ui/admin/trpc";

type Scopes = RouterOutput["notices"]["list"];
type Scope = Scopes[number];
type Choice = RouterInput["notices"]["choose"];
type Choose = (choice: Choice) => void;

/** The list with one choice changed, as it will be once it is saved. */
function changed(scopes: Scopes, { scope, kind, isOn, days }: Choice): Scopes {
  return scopes.map((each) =>
    each.scope === scope
      ? {
          ...each,
          notices: each.notices.map((notice) =>
            notice.kind === kind ? { ...notice, isOn, days: days ?? notice.days } : notice,
          ),
        }
      : each,
  );
}

/** Shows a choice at once; if it can't be saved, the former one returns. */
function useChoose() {
  const { list, choose } = useTRPC().notices;
  const queries = useQueryClient();
  const { queryKey } = list.queryOptions();
  return useMutation(
    choose.mutationOptions({
      async onMutate(choice) {
        await queries.cancelQueries({ queryKey });
        queries.setQueryData(queryKey, (scopes) => scopes && changed(scopes, choice));
      },
      onSettled: () => queries.invalidateQueries({ queryKey }),
    }),
  );
}

const dayChoices = [7, 14, 30, 60, 90, 180];

function Days({ days, onChange }: { days: number; onChange(days: number): void }) {
  const all = [...new Set([...dayChoices, days])].sort((one, other) => one - other);
  return (
    <select
      aria-label="Days of stock left"
      value={days}
      onChange={({ target }) => onChange(Number(target.value))}
      className="min-h-9 rounded-lg border border-edge bg-paper px-2 py-1 text-[0.9375rem] tabular-nums"
    >
      {all.map((each) => (
        <option key={each} value={each}>
          {each} days
        </option>
      ))}
    </select>
  );
}

const switchClass =
  "mt-0.5 h-6 w-11 shrink-0 cursor-pointer appearance-none rounded-full bg-edge p-0.5 transition-colors before:block before:size-5 before:rounded-full before:bg-paper before:shadow-sm before:transition-transform checked:bg-accent checked:before:translate-x-5 motion-reduce:transition-none motion-reduce:before:transition-none forced-colors:appearance-auto";

interface RowProps {
  scope: string;
  notice: Scope["notices"][number];
  onChoose: Choose;
}

function Row({ scope, notice, onChoose }: RowProps) {
  const { kind, label, description, isOn, days } = notice;
  const [labelId, textId] = [useId(), useId()];
  return (
    <li className="flex items-start justify-between gap-4 py-3.5 first:pt-0 last:pb-0">
      <div className="min-w-0 grow">
        <p id={labelId} className="font-medium">
          {label}
        </p>
        <p id={textId} className="mt-0.5 text-sm text-pretty text-quiet">
          {description}
        </p>
        {days !== null && isOn && (
          <div className="mt-2">
            <Days days={days} onChange={(next) => onChoose({ scope, kind, isOn, days: next })} />
          </div>
        )}
      </div>
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        checked={isOn}
        onChange={({ target }) => onChoose({ scope, kind, isOn: target.checked })}
        aria-labelledby={labelId}
        aria-describedby={textId}
        className={switchClass}
      />
    </li>
  );
}

function ScopePanel({
  scope: { scope, name, notices },
  onChoose,
}: {
  scope: Scope;
  onChoose: Choose;
}) {
  return (
    <Panel title={name}>
      <ul className="divide-y divide-line text-[0.9375rem]">
        {notices.map((notice) => (
          <Row key={notice.kind} scope={scope} notice={notice} onChoose={onChoose} />
        ))}
      </ul>
    </Panel>
  );
}

export function Notifications({ email }: { email: string }) {
  const list = useQuery(useTRPC().notices.list.queryOptions());
  const choose = useChoose();
  return (
    <div id="notifications" className="mt-10 scroll-mt-6">
      <h2 className="text-xl font-semibold tracking-tight">Notifications</h2>
      <Note className="mt-1 mb-6">
        Choose what we email to {email}. Changes are saved at once, for you alone.
      </Note>
      {choose.error && <ProblemNote error={choose.error} />}
      <Loaded query={list}>
        {(scopes) =>
          scopes.length === 0 ? (
            <Empty title="Nothing to choose">
              Notifications are about accounts, and you belong to none at the moment.
            </Empty>
          ) : (
            <>
              {scopes.map((scope) => (
                <ScopePanel key={scope.scope} scope={scope} onChoose={choose.mutate} />
              ))}
              <Note>
                Only live accounts send notifications. What lasts is mailed once when it begins, and
                again only if it ends and begins again.
              </Note>
            </>
          )
        }
      </Loaded>
    </div>
  );
}
