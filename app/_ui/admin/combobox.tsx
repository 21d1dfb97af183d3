"use client";
// A select that is searched by typing, where more options may exist than anyone scrolls through.
import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, type KeyboardEvent, useId, useState } from "react";
import { OptionList } from "./combobox-list";
import { useIsHydrated } from "./hydration";
import type { Find, Option } from "./options";
import { useSettled } from "./settled";

interface Props extends Omit<ComponentProps<"input">, "onChange" | "value" | "width"> {
  value: string;
  /** The first ones; one with the empty value stands for no choice. */
  options: readonly Option[];
  find: Find;
  onChoose(value: string): void;
  /** Classes of the box, in which the input takes the whole width. */
  width?: string;
}

type Source = Pick<Props, "value" | "options" | "find" | "onChoose">;

function useOptions({ value, options, find }: Omit<Source, "onChoose">, typed: string) {
  const id = useId();
  const text = useSettled(typed.trim());
  const queryOf = (search: string, enabled: boolean) => ({
    queryKey: ["options", id, search],
    queryFn: () => find(search),
    enabled,
  });
  const matches = useQuery(queryOf(text, text !== ""));
  const isValue = (option: Option) => option.value === value;
  const present = [...options, ...(matches.data ?? [])].find(isValue);
  const chosen = useQuery(queryOf(value, value !== "" && !present));
  return {
    listed: text === "" ? options : (matches.data ?? []),
    isSearching: text !== typed.trim() || matches.isLoading,
    current: (present ?? chosen.data?.find(isValue))?.text ?? (chosen.isLoading ? "…" : value),
  };
}

interface Open {
  /** Null until someone types: the field then has the text of the value. */
  typed: string | null;
  /** Place of the option that the arrow keys have reached. */
  moved: number | null;
}

function useOpen({ value, options, find, onChoose }: Source) {
  const [open, setOpen] = useState<Open | null>(null);
  const { typed = null, moved = null } = open ?? {};
  const { listed, isSearching, current } = useOptions({ value, options, find }, typed ?? "");
  const chosenAt = listed.findIndex((option) => option.value === value);
  const active = Math.min(moved ?? (typed ? 0 : Math.max(chosenAt, 0)), listed.length - 1);
  const choose = (chosen: string) => {
    onChoose(chosen);
    setOpen(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const option = listed[active];
    if (step && !open) setOpen({ typed, moved });
    else if (step)
      setOpen({ typed, moved: (active + step + listed.length) % (listed.length || 1) });
    else if (!open) return;
    else if (event.key === "Escape") setOpen(null);
    else if (event.key === "Enter" && option && !isSearching) choose(option.value);
    else if (event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
  };
  const note = listed.length > 0 ? "" : isSearching ? "Searching…" : "No results";
  return { open, setOpen, listed, active, choose, onKeyDown, note, text: typed ?? current };
}

export function Combobox({ value, options, find, onChoose, width = "", ...input }: Props) {
  const { open, setOpen, ...list } = useOpen({ value, options, find, onChoose });
  const { listed, active, choose, onKeyDown, note, text } = list;
  const isHydrated = useIsHydrated();
  const listId = useId();
  const label = input["aria-label"] ?? "Options";
  return (
    <div className={`relative ${width}`}>
      <input
        {...input}
        type="text"
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={open !== null}
        aria-controls={listId}
        aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
        disabled={!isHydrated}
        value={text}
        onChange={(event) => {
          // The form of a list applies what its own fields have.
          event.stopPropagation();
          setOpen({ typed: event.target.value, moved: null });
        }}
        onFocus={(event) => event.target.select()}
        onClick={() => setOpen(open ?? { typed: null, moved: null })}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(null)}
      />
      {open && (
        <div className="absolute inset-x-0 z-10 mt-1 min-w-56 rounded-lg border border-line bg-paper p-1 text-[0.9375rem] shadow-sheet in-[[role=dialog]]:static">
          <OptionList
            {...{ label, active, value }}
            id={listId}
            options={listed}
            onChoose={choose}
          />
          <p role="status" className="px-2.5 text-sm text-quiet not-empty:py-2">
            {note}
          </p>
        </div>
      )}
    </div>
  );
}
