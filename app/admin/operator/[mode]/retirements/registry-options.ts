import { useScreenData } from "#ui/admin/trpc";
import { queries } from "./queries";

export function useRegistryOptions() {
  const { policies } = useScreenData(queries);
  return (policies.data ?? []).map(({ registry, label }) => ({ value: registry, text: label }));
}
