import type { RouterOutput } from "#trpc/router";

export type Rate = RouterOutput["operatorBilling"]["get"]["rates"][number];

export const rateRuleNames: Record<Rate["rule"], string> = {
  uk_market: "UK market selling rate",
  hmrc_period: "HMRC’s period rate",
  bmf_monthly: "Monthly average of the German finance ministry",
  latest_selling: "Latest selling rate",
  ecb_daily: "European Central Bank, daily",
  ch_monthly: "Swiss monthly average",
  ch_daily: "Swiss rate of the day",
};

export const rateRuleOptions = Object.entries(rateRuleNames).map(([value, text]) => ({
  value,
  text,
}));
