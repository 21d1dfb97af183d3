// The projects of the catalogue.
import type { Metadata } from "next";
import { Projects } from "./projects";

export const metadata: Metadata = { title: "Projects" };

export default function ProjectsPage() {
  return <Projects />;
}
