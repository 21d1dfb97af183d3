// `till registry policies`: how each registry's credits are retired.
import { type Command, Option } from "commander";
import type { Mode } from "#core/context";
import { moveHeldStock } from "#domain/checkout";
import { getPolicy, listRegistryPolicies, PolicyChange, setPolicy } from "#domain/evidence";
import { adapterNames, timings } from "#schemas/evidence";
import { type JsonOption, jsonOption, modeOption, run, runInTransaction } from "./command";

interface Options extends JsonOption {
  mode: Mode;
}

interface SetOptions extends Options {
  registry: string;
  timing?: string;
  withinDays?: string;
  poolText?: string;
  adapter?: string;
  organization?: string;
}

type Policy = Awaited<ReturnType<typeof getPolicy>>;

const modeOf = () => modeOption("the mode of the orders");

function policyLine(policy: Policy): string {
  const { registry, timing, retireWithinDays, adapter, poolText, organizationId } = policy;
  const when =
    timing === "before_sale" ? "before the sale" : `within ${retireWithinDays} days of the sale`;
  const organization = organizationId === null ? "" : `, organization ${organizationId}`;
  return `${registry}: ${when}, adapter ${adapter}${organization}, shared tonnes for “${poolText}”`;
}

const toDocument = (policy: Policy) => ({
  registry: policy.registry,
  timing: policy.timing,
  retire_within_days: policy.retireWithinDays,
  pool_text: policy.poolText,
  adapter: policy.adapter,
  organization_id: policy.organizationId,
});

function addSetCommand(policies: Command): void {
  policies
    .command("set")
    .description("change a registry's policy; what is not given stays as it is")
    .addOption(new Option("--registry <key>", "such as verra").makeOptionMandatory())
    .addOption(new Option("--timing <timing>", "when credits are retired").choices(timings))
    .option("--within-days <days>", "when partly sold tonnes are retired, after their first sale")
    .option("--pool-text <text>", "beneficiary of tonnes that several customers share")
    .addOption(new Option("--adapter <name>", "how retirements are made").choices(adapterNames))
    .option("--organization <id>", "your organization at the registry")
    .addOption(modeOf())
    .addOption(jsonOption())
    .action((options: SetOptions) =>
      runInTransaction(options, async (ctx) => {
        const { mode, registry } = options;
        const former = await getPolicy(ctx, { mode, registry });
        const change = PolicyChange.parse({
          timing: options.timing ?? former.timing,
          retire_within_days: options.withinDays ?? former.retireWithinDays,
          pool_text: options.poolText ?? former.poolText,
          adapter: options.adapter ?? former.adapter,
          organization_id: options.organization ?? former.organizationId,
        });
        await setPolicy(ctx, {
          mode,
          registry,
          timing: change.timing,
          retireWithinDays: change.retire_within_days,
          poolText: change.pool_text,
          adapter: change.adapter,
          organizationId: change.organization_id,
        });
        await moveHeldStock(ctx, mode);
        const policy = await getPolicy(ctx, { mode, registry });
        return { lines: [policyLine(policy)], document: toDocument(policy) };
      }),
    );
}

/** Adds `registry policies` with `list` and `set`. */
export function addPoliciesCommand(registry: Command): void {
  const policies = registry
    .command("policies")
    .description("how each registry's credits are retired");
  policies
    .command("list", { isDefault: true })
    .description("list the policies of the catalogue's registries, defaults included")
    .addOption(modeOf())
    .addOption(jsonOption())
    .action((options: Options) =>
      run(options, async (ctx) => {
        const list = await listRegistryPolicies(ctx, { mode: options.mode });
        return { lines: list.map(policyLine), document: list.map(toDocument) };
      }),
    );
  addSetCommand(policies);
}
