// Whether the outside parts that an installation is configured for can be used as they are configured.

export { type ProbeResult, probeInstallation } from "./probe-installation";
