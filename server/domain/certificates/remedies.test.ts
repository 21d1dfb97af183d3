import { beforeAll, expect, test } from "vitest";
import { listRetiredOfProject } from "#domain/impact";
import { getRetirementTotals, listRetirements } from "#domain/retirements";
import { EvidenceShop } from "#testing/evidence-shop";
import { contextOf, makeAccount, makeStock, systemContext } from "#testing/factories";
import { leave, remedy } from "#testing/remedies";
import { getCertificatePdf } from "./certificate-documents";
import { findVerification } from "./find-verification";
import { getCertificate } from "./get-certificate";
import { readQuery } from "./verification-rules";
import { recordNotesOf } from "./wording";

let shop: EvidenceShop;
let id: string;
let first: Awaited<ReturnType<typeof makeStock>>;
let other: Awaited<ReturnType<typeof makeStock>>;

/** An order of two tonnes of project a, of which one is replaced by a tonne of project b. */
beforeAll(async () => {
  const { account } = await makeAccount();
  first = await makeStock({ tonnes: 2 });
  shop = new EvidenceShop(contextOf(account), first);
  id = await shop.buy(2000);
  await getCertificate(systemContext(), id);
  const incident = await leave(shop, 0, 1000);
  other = await makeStock({ projects: ["b"], tonnes: 1 });
  await remedy(incident, other.portfolioId);
});

test("a certificate shows replaced credits and their substitutes, and says why", async () => {
  const certificate = await getCertificate(systemContext(), id);
  const { projects, statement, amount_kg, revision } = certificate;
  expect([amount_kg, revision]).toEqual([2000, 3]);
  expect(projects.map((project) => [project.name, project.amount_kg])).toEqual([
    ["a", 1000],
    ["b", 1000],
  ]);
  expect(statement).toContain("2 t of carbon credits have been set aside");
  expect(statement).toMatch(
    /Of the credits first allocated, the sandbox registry's records show 1 t as retired for someone else\. .+ substituted other credits for them on /,
  );
  const notes = projects.flatMap(({ retirements }) =>
    retirements.flatMap((one) => recordNotesOf(one, "test").map(({ text }) => text)),
  );
  expect(notes).toEqual([
    "1,000 kg: retirement pending",
    expect.stringMatching(/^1,000 kg: replaced on .+, because the registry shows them as retired/),
    "Retirement pending",
    expect.stringMatching(/^Allocated on .+ in place of other credits$/),
  ]);
  const pdf = await getCertificatePdf(systemContext(), id);
  expect(pdf?.etag).toMatch(/^"r3-/);
});

test("verification finds the order by the serials of both, and calls neither retired", async () => {
  const find = async (serial: string, replacedKg = 0) => {
    const query = readQuery(serial);
    if (!query) throw new Error("not a query");
    const { certificates, serials } = await findVerification(systemContext(), query);
    expect(serials[0]).toMatchObject({ retiredKg: 1000, replacedKg, registryRetiredKg: 0 });
    return certificates.map(({ certificate, retirements }) => [
      certificate.order_id,
      retirements[0]?.credits?.replaced_kg,
      retirements[0]?.credits?.substituted_on !== null,
    ]);
  };
  expect(await find(`TST-${first.tag}-a-1-1`, 1000)).toEqual([[id, 1000, false]]);
  expect(await find(`TST-${first.tag}-a-2-2`)).toEqual([[id, 1000, false]]);
  expect(await find(`TST-${other.tag}-b-1-1`)).toEqual([[id, 0, true]]);
});

test("lists and sums count the substitutes, and not what they replaced", async () => {
  const none = { subaccount_id: null, registry: null, registry_status: null };
  const page = { ...none, from: null, to: null, limit: 10 };
  const { data } = await listRetirements(shop.ctx, page);
  const rows = data.map((row) => [row.amountKg, row.replacedKg, row.substitutedAt !== null]);
  expect(rows).toEqual([
    [1000, 0, true],
    [2000, 1000, false],
  ]);
  const { kg } = await getRetirementTotals(shop.ctx, {});
  expect(kg).toMatchObject({ pending: 2000, disputed: 0 });
  const kgOf = async ({ tag }: { tag: string }, name: string) => {
    const of = { mode: "test", projectId: `prj_${tag}_${name}` } as const;
    return (await listRetiredOfProject(systemContext(), of)).map((one) => one.kg);
  };
  expect([await kgOf(first, "a"), await kgOf(other, "b")]).toEqual([[1000], [1000]]);
});

test("all credits of a project that are replaced disappear from its sums", async () => {
  const incident = await leave(shop, 1000, 2000);
  const last = await makeStock({ projects: ["c"], tonnes: 1 });
  await remedy(incident, last.portfolioId);
  const projectId = (await getCertificate(systemContext(), id)).projects[0]?.id ?? "";
  expect(await listRetiredOfProject(systemContext(), { mode: "test", projectId })).toEqual([]);
  const certificate = await getCertificate(systemContext(), id);
  expect(certificate.projects.map((project) => project.amount_kg)).toEqual([0, 1000, 1000]);
});
