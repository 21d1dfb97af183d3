"use client";
import { OperatorTranslations } from "#ui/admin/operator-translations";

export default function ProjectTranslationPage() {
  return <OperatorTranslations kind="project" list="projects" />;
}
