// Loaded before all else: stdout is for answers, so the structured log, which goes there, is off.
process.env["CT_LOG_LEVEL"] = "silent";
