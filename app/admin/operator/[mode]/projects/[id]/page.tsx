// One project of the catalogue.
import type { Metadata } from "next";
import { ProjectDetail } from "./project-detail";

export const metadata: Metadata = { title: "Project" };

interface Props {
  params: Promise<{ id: string }>;
}

export default async function ProjectDetailPage({ params }: Props) {
  return <ProjectDetail id={decodeURIComponent((await params).id)} />;
}
