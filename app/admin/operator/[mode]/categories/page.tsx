// The categories of the catalogue.
import type { Metadata } from "next";
import { Categories } from "./categories";

export const metadata: Metadata = { title: "Categories" };

export default function CategoriesPage() {
  return <Categories />;
}
