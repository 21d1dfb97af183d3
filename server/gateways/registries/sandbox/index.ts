// The registry of test mode: confirms every request a few seconds after it was sent. It stores
// nothing, so a crash changes nothing.
import type {
  FindResult,
  Plan,
  Preparation,
  RegistryAdapter,
  RetirementRequest,
} from "#adapters/adapter";

/** As long as a developer likes to wait, and long enough to see `pending`. */
const CONFIRMED_AFTER_MS = 3000;

/** Integrators name it to see how a refusal shows. The guide documents it. */
const REFUSED_BENEFICIARY = "Refused by the registry";

const kgOf = ({ items }: RetirementRequest) =>
  items.reduce((sum, { quantityKg }) => sum + quantityKg, 0);

async function prepare(request: RetirementRequest): Promise<Preparation> {
  return request.beneficiary === REFUSED_BENEFICIARY
    ? { state: "refused", reason: "the sandbox registry refuses this beneficiary" }
    : { state: "ready", plan: { kg: kgOf(request) } };
}

function find(request: RetirementRequest, plan: Plan): FindResult {
  const { id, beneficiary, sentAt } = request;
  if (!sentAt) return { state: "absent" };
  if (Date.now() - sentAt.getTime() < CONFIRMED_AFTER_MS) return { state: "pending" };
  const record = {
    reference: `sandbox-${id}`,
    retiredOn: sentAt.toISOString().slice(0, 10),
    // Some of it may be recorded here already, and is no item then.
    quantityKg: Number(plan["kg"] ?? kgOf(request)),
    beneficiary,
    url: null,
  };
  return { state: "confirmed", record };
}

export const sandboxAdapter = {
  name: "sandbox",
  label: "the sandbox registry",
  registries: null,
  capabilities: { unitKg: null, needsOrganizationId: false, oneSupplierPerRequest: false },
  firstPollMs: CONFIRMED_AFTER_MS,
  settleMs: () => 0,
  setupHint: (mode) => (mode === "test" ? null : "the sandbox registry serves only test mode"),
  calls(mode) {
    if (mode !== "test") throw new Error("the sandbox registry retires no live credits");
    return {
      prepare,
      retire: async () => ({ state: "pending" }),
      find: async (request, plan) => find(request, plan),
    };
  },
  probe: async () => [],
} as const satisfies RegistryAdapter;
