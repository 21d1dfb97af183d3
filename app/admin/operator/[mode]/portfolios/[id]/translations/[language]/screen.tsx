"use client";
import { OperatorTranslations } from "#ui/admin/operator-translations";

export default function PortfolioTranslationPage() {
  return <OperatorTranslations kind="portfolio" list="portfolios" />;
}
