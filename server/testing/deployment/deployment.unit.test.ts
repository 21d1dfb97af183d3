// The files that deploy the product fit each other and the settings that the code reads.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { secretVariables } from "#core/secret-files";
import { CHART, type ChartDocument, readValues, renderChart } from "./chart";
import { contextFilter, environmentOf, readDockerfile } from "./dockerfile";

const known = new Set(
  fs.readFileSync("docs/configuration.md", "utf8").match(/(?<=`)[A-Z][A-Z0-9_]+(?=`)/g),
);
/** Not settings of the app. */
const NODE = ["NODE_ENV", "HOME"];
/** The setting that a file holds: DATABASE_URL for DATABASE_URL_FILE. */
const heldBy = (name: string) =>
  secretVariables.find((secret) => name === `${secret}_FILE`) ?? name;
const unknownOf = (names: readonly string[]) =>
  names.map(heldBy).filter((name) => !known.has(name) && !NODE.includes(name));
/** Secrets that are in the environment itself. */
const openSecretsOf = (names: readonly string[]) =>
  names.filter((name) => secretVariables.some((secret) => secret === name));

const Names = z.record(z.string(), z.unknown());
const Service = z.looseObject({
  image: z.string().regex(/^[\w./-]+:[\w.-]+$/),
  environment: z.record(z.string(), z.string()).default({}),
  networks: z.array(z.string()),
  secrets: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  depends_on: Names.default({}),
  build: z.string().optional(),
});
const Compose = z.strictObject({
  name: z.string(),
  "x-app": z.unknown(),
  services: z.record(z.string(), Service),
  networks: Names,
  secrets: z.record(z.string(), z.object({ file: z.string().startsWith("./secrets/") })),
  volumes: Names,
});

describe("compose.yaml", () => {
  const text = fs.readFileSync("compose.yaml", "utf8");
  const compose = Compose.parse(parse(text, { merge: true }));
  const services = Object.entries(compose.services);
  const apps = services.filter(([, { build }]) => build !== undefined);

  it("names only services, networks, volumes and files that exist", () => {
    for (const [, service] of services) {
      expect(Object.keys(compose.services)).toEqual(
        expect.arrayContaining(Object.keys(service.depends_on)),
      );
      expect(Object.keys(compose.networks)).toEqual(expect.arrayContaining(service.networks));
      for (const volume of service.volumes.map((it) => it.split(":")[0] ?? "")) {
        if (volume.startsWith(".")) expect(fs.existsSync(volume)).toBe(true);
        else expect(Object.keys(compose.volumes)).toContain(volume);
      }
    }
  });

  it("runs the app unprivileged on a read-only root, with settings that the code reads", () => {
    expect(apps.map(([name]) => name)).toEqual(["migrate", "web", "worker"]);
    for (const [, app] of apps) {
      expect(app).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
      expect(unknownOf(Object.keys(app.environment))).toEqual([]);
    }
  });

  it("migrates once, past the pooler, and lets the others wait for it", () => {
    const { migrate, web, worker } = compose.services;
    for (const app of [migrate, web, worker]) {
      expect(app?.environment["DATABASE_DIRECT_URL_FILE"]).toBe("/run/secrets/database-direct-url");
    }
    const guide = fs.readFileSync("docs/operations/deploy.md", "utf8");
    expect(guide).toMatch(/@postgres:5432\/till" > secrets\/database-direct-url$/m);
    expect(guide).toMatch(/@pgbouncer:6432\/till" > secrets\/database-url$/m);
    for (const app of [web, worker]) {
      expect(app?.environment).toMatchObject({ CT_MIGRATE: "0", CT_WORKER: "0" });
      expect(app?.depends_on["migrate"]).toEqual({ condition: "service_completed_successfully" });
    }
  });

  it("gives each service the secrets that it reads, as files", () => {
    for (const [name, { secrets, environment }] of services) {
      const files = Object.values(environment).filter((it) => it.startsWith("/run/secrets/"));
      const read = files.map((file) => path.basename(file));
      // Its command reads the password.
      if (name === "pgbouncer") read.push("postgres-password");
      expect(read.sort()).toEqual(secrets.toSorted());
      expect(Object.keys(compose.secrets)).toEqual(expect.arrayContaining(secrets));
    }
    for (const [, app] of apps) {
      expect(Object.keys(app.environment)).toContain("CT_MASTER_KEY_FILE");
      // A name, and those that may be absent: a missing file would end the start.
      expect(openSecretsOf(Object.keys(app.environment))).toEqual([
        "CT_S3_ACCESS_KEY_ID",
        "SMTP_URL",
        "STRIPE_SECRET_KEY",
        "STRIPE_WEBHOOK_SECRET",
      ]);
    }
  });

  it("has its variables and secrets described in the guide", () => {
    const guide = fs.readFileSync("docs/operations/deploy.md", "utf8");
    const required = [...new Set(text.match(/(?<=\$\{)\w+(?=:\?)/g))];
    expect(required).toEqual(["APP_HOST"]);
    for (const name of required) expect(guide).toContain(`\`${name}\``);
    for (const name of Object.keys(compose.secrets)) expect(guide).toContain(`> secrets/${name}`);
  });
});

describe("the chart", () => {
  const values = readValues();
  const documents = renderChart(values);
  const schema = JSON.parse(fs.readFileSync(path.join(CHART, "values.schema.json"), "utf8"));
  const isValid = new Ajv().compile(schema);
  const Workload = z.looseObject({
    spec: z.looseObject({
      selector: z.object({ matchLabels: Names }).optional(),
      template: z.object({
        metadata: z.looseObject({ labels: Names }),
        spec: z.looseObject({
          securityContext: z.looseObject({ runAsNonRoot: z.literal(true) }),
          containers: z
            .array(
              z.looseObject({
                args: z.array(z.string()),
                securityContext: z.looseObject({ readOnlyRootFilesystem: z.literal(true) }),
                env: z.array(z.object({ name: z.string(), value: z.string() })),
                volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })),
              }),
            )
            .length(1),
          volumes: z.array(z.looseObject({ name: z.string() })),
        }),
      }),
    }),
  });
  const workloads = documents.filter(({ kind }) => kind === "Deployment" || kind === "Job");
  const named = (name: string): ChartDocument | undefined =>
    documents.find((it) => it.metadata.name === name);

  it("renders the objects of an installation", () => {
    expect(documents.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort()).toEqual([
      "ConfigMap shop-settings",
      "Deployment shop-web",
      "Deployment shop-worker",
      "Ingress shop-web",
      "Job shop-migrate",
      "PodDisruptionBudget shop-web",
      "Service shop-web",
    ]);
    const without = renderChart({ ...values, ingress: { enabled: false } });
    expect(without.map(({ kind }) => kind)).not.toContain("Ingress");
  });

  it.each(workloads)("runs $metadata.name unprivileged, on a read-only root", (workload) => {
    const { selector, template } = Workload.parse(workload).spec;
    if (selector) expect(template.metadata.labels).toMatchObject(selector.matchLabels);
    const [container] = template.spec.containers;
    const volumes = template.spec.volumes.map(({ name }) => name);
    expect(container?.volumeMounts.map(({ name }) => name)).toEqual(volumes);
    expect(container?.args.slice(0, 2)).toEqual(["node", "server/boot.mjs"]);
    const files = (container?.env ?? []).map(({ name }) => name);
    expect(unknownOf(files)).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(["DATABASE_URL_FILE", "CT_MASTER_KEY_FILE"]));
    expect(JSON.stringify(workload)).not.toContain("secretRef");
  });

  it("sets only what the code reads", () => {
    const { data } = z
      .looseObject({ data: z.record(z.string(), z.string()) })
      .parse(named("shop-settings"));
    expect(unknownOf(Object.keys(data))).toEqual([]);
    expect(data["APP_URL"]).toBe("https://till.example.com");
  });

  it("accepts its own values, and rejects misspelled and missing ones", () => {
    expect(isValid(values)).toBe(true);
    expect(isValid({ ...values, settings: { PORT: 3000 } })).toBe(false);
    expect(isValid({ ...values, replica: 2 })).toBe(false);
    expect(isValid({ ...values, host: undefined })).toBe(false);
  });
});

describe("the image", () => {
  const stages = readDockerfile();
  const last = stages.at(-1);

  it("runs as an unprivileged user, with settings that the code reads", () => {
    expect(last?.steps.filter(({ name }) => name === "RUN")).toEqual([]);
    expect(last?.steps.find(({ name }) => name === "USER")?.value).toBe("10001:10001");
    expect(last && unknownOf(Object.keys(environmentOf(last)))).toEqual([]);
  });

  it("is built from the sources alone", () => {
    const isIncluded = contextFilter();
    for (const file of ["package.json", "prisma/client/client.ts", "prisma/schema/orders.prisma"]) {
      expect({ file, included: isIncluded(file) }).toEqual({ file, included: true });
    }
    const left = [
      "node_modules/x",
      ".env",
      ".git/config",
      ".data/x",
      "server/testing/api.ts",
      "secrets/x",
    ];
    for (const file of [...left, "server/core/db.test.ts"]) {
      expect({ file, included: isIncluded(file) }).toEqual({ file, included: false });
    }
  });
});

const UNITS = "docs/operations/deploy/systemd";

describe("the systemd units", () => {
  const names = fs.readdirSync(UNITS);
  const read = (name: string) => fs.readFileSync(path.join(UNITS, name), "utf8");

  it.each(names)("%s sets only what the code reads", (name) => {
    const set = read(name).match(/(?<=[= ])[A-Z][A-Z_]+(?==)/g) ?? [];
    expect(unknownOf(set)).toEqual([]);
  });

  const isInstalled = fs.existsSync("/usr/bin/systemd-analyze");
  test.skipIf(!isInstalled)("are understood by systemd", () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-units-"));
    try {
      for (const name of names) {
        const here = read(name).replace("/usr/bin/node", process.execPath);
        fs.writeFileSync(path.join(folder, name), here.replace("User=carbon-till", "User=nobody"));
      }
      const files = names.map((name) => path.join(folder, name));
      execFileSync("systemd-analyze", ["verify", "--man=no", ...files], { stdio: "pipe" });
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  });
});
