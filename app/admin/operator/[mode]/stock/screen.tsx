"use client";
import { Choice } from "#ui/admin/button";
import { useListState } from "#ui/admin/table";
import { Lots } from "./lots";
import { ProjectStock } from "./projects";

const views = [
  { value: "projects", text: "By project" },
  { value: "lots", text: "Credit lots" },
] as const;

export default function StockPage() {
  const { get, set, cleared } = useListState();
  const view = get("show") === "lots" ? "lots" : "projects";
  const choice = (
    <div className="mb-4">
      <Choice
        legend="Stock"
        options={views}
        value={view}
        // Filters and order mean something else in the other list.
        onChoose={(value) => set({ ...cleared, sort: null, show: value === "lots" ? value : null })}
      />
    </div>
  );
  return view === "lots" ? <Lots choice={choice} /> : <ProjectStock choice={choice} />;
}
