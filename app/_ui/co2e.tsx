// "CO₂e" with a real subscript.

export function CO2e() {
  return (
    <span className="whitespace-nowrap">
      CO<sub>2</sub>e
    </span>
  );
}
