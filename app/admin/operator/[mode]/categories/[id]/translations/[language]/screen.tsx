"use client";
import { OperatorTranslations } from "#ui/admin/operator-translations";

export default function CategoryTranslationPage() {
  return <OperatorTranslations kind="category" list="categories" />;
}
