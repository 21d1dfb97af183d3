"use client";
import { useListState } from "#ui/admin/table";
import { Lots } from "./lots";
import { ProjectStock } from "./projects";

export default function StockPage() {
  return useListState().get("show") === "lots" ? <Lots /> : <ProjectStock />;
}
