/** Average cost of credits in stock. */
export interface StockCost {
  /** Per tonne, rounded up, so that a margin is not overstated. */
  amount: number;
  /** False if the cost of a part is not known, so that the average is that of the others. */
  isComplete: boolean;
}

interface CostPart {
  weight: number;
  cost: StockCost | null;
}

/** Weighted average of the known costs; null if none is known. */
export function averageCost(parts: readonly CostPart[]): StockCost | null {
  const known = parts.flatMap(({ weight, cost }) => (cost === null ? [] : [{ weight, cost }]));
  if (known.length === 0) return null;
  const weight = known.reduce((sum, part) => sum + part.weight, 0);
  const amount = known.reduce((sum, part) => sum + part.cost.amount * (part.weight / weight), 0);
  return {
    // A sum of floating-point shares may exceed a whole cent by less than a millionth.
    amount: Math.ceil(Number(amount.toFixed(6))),
    isComplete: known.length === parts.length && known.every(({ cost }) => cost.isComplete),
  };
}
