/** When credits are retired at their registry: after they are sold, or before. */
export const timings = ["after_sale", "before_sale"] as const;
export type Timing = (typeof timings)[number];

/** The ways of asking a registry to retire credits. */
export const adapterNames = ["manual", "isometric", "sandbox"] as const;
export type AdapterName = (typeof adapterNames)[number];

/** `unknown`: sent, and the response was lost. */
export const requestStates = ["written", "sent", "confirmed", "refused", "unknown"] as const;
export type RequestState = (typeof requestStates)[number];

export const evidenceSources = ["import", "adapter", "operator"] as const;
export type EvidenceSource = (typeof evidenceSources)[number];
