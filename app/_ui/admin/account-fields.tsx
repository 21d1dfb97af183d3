"use client";
import { useQuery } from "@tanstack/react-query";
import { EmailField } from "./credential-fields";
import { SelectField, TextField } from "./form";
import { Loaded } from "./page";
import { useTRPC } from "./trpc";

interface Props {
  name: string;
  label: string;
  hint: string;
  /** What applies if nothing is chosen: which of the defaults, and its description. */
  fallback: { to: "id" | "catalogueId"; text: string };
}

export function PortfolioField({ fallback, ...field }: Props) {
  const list = useQuery(useTRPC().portfolios.list.queryOptions());
  return (
    // A select keeps its value only if the option exists when it is created.
    <Loaded query={list} lines={1}>
      {({ data: portfolios, default: defaults }) => {
        const fallbackName = portfolios.find(({ id }) => id === defaults[fallback.to])?.name;
        const options = [
          { value: "", text: [fallback.text, fallbackName].filter(Boolean).join(": ") },
          ...portfolios.map(({ id, name, isOwn }) => ({
            value: id,
            text: isOwn ? `${name} (your own)` : name,
          })),
        ];
        return <SelectField {...field} options={options} />;
      }}
    </Loaded>
  );
}

export function SubaccountFields() {
  return (
    <>
      <TextField
        name="name"
        label="Name"
        hint="Appears on its certificates, checkout pages and impact page."
      />
      <EmailField hint="For your records. Optional." />
      <PortfolioField
        name="default_portfolio_id"
        label="Default portfolio"
        hint="For its orders that name no portfolio."
        fallback={{ to: "id", text: "Account default" }}
      />
    </>
  );
}
