"use client";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useFormContext } from "react-hook-form";
import { formatMass } from "#core/mass";
import { currencies } from "#core/money";
import type { RouterOutput } from "#trpc/router";
import { useApiForm } from "#ui/admin/api-form";
import { SelectField, TextField, useFormValues } from "#ui/admin/form";
import { useLazyValue } from "#ui/admin/lazy-value";
import { useOperator } from "#ui/admin/operator";
import { Loaded, Note, PageHead, Panel } from "#ui/admin/page";
import { PreviewedForm } from "#ui/admin/previewed-form";
import { PriceFields } from "#ui/admin/price-fields";
import { ProblemNote } from "#ui/admin/problem";
import { useSettled } from "#ui/admin/settled";
import { useToast } from "#ui/admin/toasts";
import { useCall, useRefresh, useScreenData, useTRPC } from "#ui/admin/trpc";
import { initialPlacement, initialTerms } from "./initial-terms";
import { KEEP, NEW } from "./placement-choices";
import type { PlacementTerms } from "./placement-terms";
import { PreviewPanel } from "./preview";
import { queries } from "./queries";

type Project = RouterOutput["operatorProjects"]["get"];
type Category = RouterOutput["operatorCategories"]["list"][number];
type Portfolio = RouterOutput["operatorPortfolios"]["list"][number];

const loadTerms = () => import("#admin/schemas");

interface Choices {
  categories: readonly Category[];
  portfolios: readonly Portfolio[];
}

function Preview({ projectId }: { projectId: string }) {
  const { isDirty } = useFormContext().formState;
  const terms = useFormValues<PlacementTerms>();
  const settled = useSettled(terms);
  const reader = useLazyValue(loadTerms, isDirty);
  const placementIn = (values: PlacementTerms) =>
    reader?.placementOf(projectId, values) ??
    (isDirty ? null : initialPlacement(projectId, values));
  const placement = placementIn(settled);
  const preview = useQuery(
    useTRPC().operatorProjects.previewPlacement.queryOptions(
      placement ?? { project_id: projectId, category: { id: "none" }, weight: 1, portfolio: null },
      { enabled: placement !== null, placeholderData: keepPreviousData, retry: false },
    ),
  );
  if (preview.error) return <ProblemNote error={preview.error} />;
  if (preview.data && placementIn(terms)) return <PreviewPanel preview={preview.data} />;
  return (
    <Panel title="Preview">
      <Note>Shares and prices appear here once category, weight and portfolio are complete.</Note>
    </Panel>
  );
}

function CategoryFields({ categories }: Pick<Choices, "categories">) {
  const { category, currency } = useFormValues<PlacementTerms>();
  return (
    <>
      <SelectField
        name="category"
        label="Category"
        hint="Its price applies to all its projects."
        options={[
          { value: NEW, text: "New category" },
          ...categories.map(({ id, name }) => ({ value: id, text: name })),
        ]}
      />
      {category === NEW && (
        <>
          <TextField name="category_name" label="Name of the category" />
          <SelectField
            name="currency"
            label="Currency"
            hint="Prices in other currencies are set on the category’s page."
            options={Object.keys(currencies).map((value) => ({
              value,
              text: value.toUpperCase(),
            }))}
          />
          <PriceFields currency={currency} />
        </>
      )}
      <TextField
        name="weight"
        label="Weight in the category"
        inputMode="decimal"
        hint="Relative to the category’s other projects: twice the weight sells twice as much."
      />
    </>
  );
}

function PortfolioFields({ portfolios }: Pick<Choices, "portfolios">) {
  const { portfolio } = useFormValues<PlacementTerms>();
  return (
    <>
      <SelectField
        name="portfolio"
        label="Portfolio"
        hint="Buyers choose a portfolio. Its price follows from its categories, unless it has its own."
        options={[
          { value: KEEP, text: "Leave portfolios as they are" },
          { value: NEW, text: "New portfolio" },
          ...portfolios.map(({ id, name }) => ({ value: id, text: name })),
        ]}
      />
      {portfolio === NEW && <TextField name="portfolio_name" label="Name of the portfolio" />}
      {portfolio !== NEW && portfolio !== KEEP && (
        <TextField
          name="percent"
          label="Share of the category (percent)"
          inputMode="decimal"
          hint="The other categories keep their proportions."
        />
      )}
    </>
  );
}

const isSold = (categoryId: string, portfolios: readonly Portfolio[]) =>
  portfolios.some(({ parts }) => parts.some(({ id }) => id === categoryId));

function SaleForm({ project, categories, portfolios }: Choices & { project: Project }) {
  const { base, currency } = useOperator();
  const router = useRouter();
  const toast = useToast();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { id, shares } = project;
  const path = `${base}/catalogue/projects/${encodeURIComponent(id)}`;
  const place = useCall((trpc) => trpc.operatorProjects.place);
  const refresh = useRefresh((trpc) => trpc.pathFilter());
  const category = shares[0]?.categoryId ?? categories[0]?.id ?? NEW;
  const form = useApiForm({
    schema: async () => (await loadTerms()).placementSchema(id),
    initial: initialTerms({
      ...{ category, currency },
      portfolio: isSold(category, portfolios) ? KEEP : NEW,
    }),
    async send(terms) {
      const placement = (await loadTerms()).placementOf(id, terms);
      if (!placement) return;
      const { revision } = await queries.ensureQueryData(
        trpc.operatorProjects.previewPlacement.queryOptions(placement),
      );
      // Also after an error: someone else may have changed the catalogue.
      await place({ ...placement, revision, confirmed: terms.confirmed }).finally(refresh);
      toast(`${project.name} is on sale`);
      router.push(path);
    },
  });
  return (
    <PreviewedForm
      title="Category, weight and portfolio"
      form={form}
      action="Put on sale"
      onCancel={() => router.push(path)}
      preview={<Preview projectId={id} />}
    >
      <CategoryFields categories={categories} />
      <PortfolioFields portfolios={portfolios} />
    </PreviewedForm>
  );
}

function LoadedForm({ project }: { project: Project }) {
  const { categories, portfolios } = useScreenData(queries);
  return (
    <Loaded query={categories}>
      {(categoryList) => (
        <Loaded query={portfolios}>
          {(portfolioList) => (
            <SaleForm
              project={project}
              categories={categoryList}
              portfolios={portfolioList.filter(({ isArchived }) => !isArchived)}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

const leftOf = ({ stock }: Project) => stock.reduce((sum, { leftKg }) => sum + leftKg, 0);

export function Sale({ project }: { project: Project }) {
  return (
    <>
      <PageHead
        title={`Put ${project.name} on sale`}
        intro={`${formatMass(leftOf(project))} in stock. Nothing changes until you confirm.`}
      />
      <LoadedForm project={project} />
    </>
  );
}
