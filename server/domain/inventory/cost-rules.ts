import { type Currency, inOrder } from "#core/money";

/** Average cost of credits in stock, of those that cost this currency. */
export interface StockCost {
  currency: Currency;
  /** Per tonne, rounded up, so that a margin is not overstated. */
  amount: number;
  /** False if a part has no known cost, or one in another currency. */
  isComplete: boolean;
}

interface CostPart {
  weight: number;
  costs: readonly StockCost[];
}

function averageIn(parts: readonly CostPart[], currency: Currency): StockCost {
  const known = parts.flatMap(({ weight, costs }) => {
    const cost = costs.find((one) => one.currency === currency);
    return cost ? [{ weight, cost }] : [];
  });
  const weight = known.reduce((sum, part) => sum + part.weight, 0);
  const amount = known.reduce((sum, part) => sum + part.cost.amount * (part.weight / weight), 0);
  return {
    currency,
    // A sum of floating-point shares may exceed a whole unit by less than a millionth.
    amount: Math.ceil(Number(amount.toFixed(6))),
    isComplete: known.length === parts.length && known.every(({ cost }) => cost.isComplete),
  };
}

/** Weighted averages of the known costs, one for each currency. */
export function averageCosts(parts: readonly CostPart[]): StockCost[] {
  const codes = new Set(parts.flatMap(({ costs }) => costs.map(({ currency }) => currency)));
  return inOrder([...codes].map((currency) => averageIn(parts, currency)));
}
