// Bank transfer: the customer gets a reference and the operator's bank account, and the operator
// confirms what arrived. Calls no other system.
import { moneyOf, rulesOf } from "#core/money";
import type { PaymentProvider } from "#payments/provider";
import { findDueAt, manualActions, transferCalls } from "./books";
import { copy, instructionsFor } from "./copy";
import { transferSettings } from "./settings";

/** For transfers that began before the settings were removed. */
const DAYS_WITHOUT_SETTINGS = 1;

export const transferProvider = {
  name: "transfer",
  label: "bank transfer",
  method: "transfer",
  isStandIn: false,
  limits: (currency) => ({ min: rulesOf(currency).step, max: Number.MAX_SAFE_INTEGER }),
  processingPollMs: null,
  hasDisputes: false,
  booksDays: null,
  settings: transferSettings,
  takes: () => transferSettings.current !== null,
  setupHint: () =>
    transferSettings.current === null
      ? "the operator sets CT_TRANSFER_NAME and CT_TRANSFER_IBAN for bank transfers"
      : null,
  calls: (db, mode) =>
    transferCalls(db, mode, () => transferSettings.current?.days ?? DAYS_WITHOUT_SETTINGS),
  checkout: () => ({ form: "none", scripts: [], outside: null, data: () => ({}), copy }),
  async instructions(db, { id, mode, amount, currency }) {
    const settings = transferSettings.current;
    const dueAt = await findDueAt(db, id);
    if (!settings || !dueAt) return null;
    return instructionsFor({ settings, id, dueAt, mode, amount: moneyOf({ currency }, amount) });
  },
  manualActions: { ...manualActions, findDueAt },
  async probe() {
    const settings = transferSettings.current;
    if (!settings) return [];
    const { name, days } = settings;
    return [{ state: "ok", detail: `customers may transfer to ${name} within ${days} days` }];
  },
} as const satisfies PaymentProvider & { settings: typeof transferSettings };
