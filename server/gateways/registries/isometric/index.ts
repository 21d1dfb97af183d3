// Isometric retires kilograms through its API.
import type { AdapterFinding, RegistryAdapter, RegistryCalls } from "#adapters/adapter";
import { IsometricRefused, IsometricUnavailable, openIsometric } from "./client";
import { isometricCalls } from "./retirements";
import { type IsometricSettings, isometricSettings } from "./settings";

let opened: { settings: IsometricSettings; calls: RegistryCalls } | undefined;

async function probe(): Promise<AdapterFinding[]> {
  const settings = isometricSettings.current;
  if (!settings) return [];
  try {
    const { id, name } = await openIsometric(settings).findOrganization();
    const environment = settings.mode === "live" ? "" : "'s sandbox";
    const accepted = `Isometric${environment} accepts the token of ${name} (${id})`;
    return [
      { state: "ok", detail: `${accepted}; this adapter was never tried with the real registry` },
    ];
  } catch (error) {
    if (error instanceof IsometricRefused) {
      const detail = `CT_ISOMETRIC_TOKEN: Isometric does not accept it or CT_ISOMETRIC_CLIENT_SECRET: ${error.message}`;
      return [{ state: "problem", detail }];
    }
    if (!(error instanceof IsometricUnavailable)) throw error;
    return [{ state: "problem", detail: `CT_ISOMETRIC_TOKEN: ${error.message}` }];
  }
}

export type { IsometricSettings };

export const isometricAdapter = {
  name: "isometric",
  label: "Isometric",
  registries: ["isometric"],
  capabilities: { unitKg: 1, needsOrganizationId: true, oneSupplierPerRequest: true },
  firstPollMs: 2000,
  settings: isometricSettings,
  settleMs: () => isometricSettings.current?.settleMs ?? 0,
  setupHint(mode) {
    const settings = isometricSettings.current;
    if (!settings) return "the operator sets CT_ISOMETRIC_TOKEN and CT_ISOMETRIC_CLIENT_SECRET";
    if (settings.mode === mode) return null;
    return `CT_ISOMETRIC_ENVIRONMENT selects the environment for ${settings.mode} mode, not ${mode}`;
  },
  calls(mode) {
    const settings = isometricSettings.current;
    if (settings?.mode !== mode) {
      throw new Error(`Isometric is not configured for ${mode} mode: set CT_ISOMETRIC_TOKEN`);
    }
    if (opened?.settings !== settings) {
      opened = { settings, calls: isometricCalls({ client: openIsometric(settings), settings }) };
    }
    return opened.calls;
  },
  probe,
} as const satisfies RegistryAdapter & { settings: typeof isometricSettings };
