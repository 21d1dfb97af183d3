import { MILLION } from "./price-rules";

/** A share of a whole in millionths: of a portfolio's category. */
export interface Share {
  id: string;
  millionths: number;
}

/**
 * Gives one part this share; the others keep their proportions, and all sum to a million. Null if
 * another part would be left without a millionth.
 */
export function withShare(parts: readonly Share[], share: Share): Share[] | null {
  const others = parts.filter(({ id }) => id !== share.id);
  const remainingMillionths = MILLION - share.millionths;
  const sum = others.reduce((total, { millionths }) => total + millionths, 0);
  const exact = others.map(({ id, millionths }) => {
    const product = millionths * remainingMillionths;
    const whole = sum === 0 ? 0 : Math.floor(product / sum);
    return { id, whole, remainder: sum === 0 ? 0 : product % sum };
  });
  const missing = remainingMillionths - exact.reduce((total, { whole }) => total + whole, 0);
  const largest = exact.toSorted((a, b) => b.remainder - a.remainder).slice(0, missing);
  const raised = new Set(largest.map(({ id }) => id));
  const scaled = new Map(
    exact.map(({ id, whole }) => [id, whole + (raised.has(id) ? 1 : 0)] as const),
  );
  if ([...scaled.values()].some((millionths) => millionths === 0)) return null;
  if (others.length === 0 && remainingMillionths > 0) return null;
  scaled.set(share.id, share.millionths);
  const isPart = parts.some(({ id }) => id === share.id);
  return [...parts, ...(isPart ? [] : [share])].map(({ id }) => ({
    id,
    millionths: scaled.get(id) ?? 0,
  }));
}

interface Member {
  project_id: string;
  weight: number;
}

/** Gives the project this weight; a new one comes last. */
export function withMember(members: readonly Member[], member: Member): Member[] {
  const isMember = members.some(({ project_id }) => project_id === member.project_id);
  return [...members, ...(isMember ? [] : [member])].map((other) =>
    other.project_id === member.project_id ? member : other,
  );
}
