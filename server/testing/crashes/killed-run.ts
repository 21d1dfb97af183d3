// Runs a flow in a child process and kills it with SIGKILL, to compare with kills in this process.
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { ChildEnv } from "#testing/crashes/killed-child";
import { openGates, type World } from "#testing/crashes/lifetime";
import type { LifetimeResult, RunInput } from "#testing/crashes/run-point";
import { Steps } from "#testing/crashes/steps";
import { programArguments } from "#testing/program";
import type { Reply } from "#testing/world/clients";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");

function settingsOf(databaseUrl: string, { stripe, s3, smtp }: World["addresses"]) {
  return {
    DATABASE_URL: databaseUrl,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecrets.join(","),
    CT_STRIPE_URL: stripe.url ?? "",
    CT_S3_BUCKET: s3.bucket,
    CT_S3_ENDPOINT: s3.endpoint ?? "",
    CT_S3_REGION: s3.region,
    CT_S3_ACCESS_KEY_ID: s3.accessKeyId,
    CT_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    SMTP_URL: smtp,
    CT_RATE_LIMIT: "off",
    CT_LOG_LEVEL: "silent",
    CT_ALLOW_PRIVATE_NETWORK: "1",
    NODE_ENV: "production" as const,
  };
}

function repliesIn(output: string): { action: string; reply: Reply }[] {
  const lines = output.split("\n").filter((line) => line.startsWith("{") && line.endsWith("}"));
  return lines.map((line) => JSON.parse(line) as { action: string; reply: Reply });
}

/** Runs the flow in a child process, which is killed at the hit. */
export async function runInChild(
  world: World,
  { flow, facts, hit, client }: RunInput,
): Promise<LifetimeResult> {
  const steps = new Steps(hit);
  const { databaseUrl } = facts as { databaseUrl?: string };
  const gates = await openGates(world, steps, databaseUrl);
  world.steps = steps;
  const flowEnv: ChildEnv = { CRASH_FLOW: flow.name, CRASH_FACTS: JSON.stringify(facts) };
  const settings = settingsOf(gates.databaseUrl, gates.addresses);
  const child = spawn(
    process.execPath,
    programArguments("server/testing/crashes/killed-child.ts"),
    {
      cwd: root,
      env: { ...process.env, ...settings, ...flowEnv },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  steps.killProcess = () => child.kill("SIGKILL");
  let output = "";
  let errors = "";
  child.stdout.on("data", (data) => {
    output += data;
  });
  child.stderr.on("data", (data) => {
    errors += data;
  });
  const [code, signal] = await once(child, "close");
  world.steps = null;
  steps.closeGates();
  if (!output.startsWith("The flow is running."))
    throw new Error(`a flow did not start: ${errors}`);
  for (const { action, reply } of repliesIn(output)) client.acknowledge(action, reply);
  const isKilled = signal === "SIGKILL";
  if (isKilled !== steps.isKilled) throw new Error(`the flow ended by itself: ${signal} ${errors}`);
  return { steps, error: code === 0 || isKilled ? undefined : new Error(errors) };
}
