// The program of the renderer. Its front loads the same settings, and reports what is wrong with them.
try {
  await import("./renderer-server");
} catch (error) {
  if (error instanceof Error && error.constructor === Error) process.exit(1);
  throw error;
}

export {};
