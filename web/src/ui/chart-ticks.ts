const steps = [1, 2, 5, 10]

/** Ticks at equal round distances, from nothing to at least the largest value; `parts` of them or fewer. */
export function chartTicks(largest: number, parts = 4): number[] {
  if (!(largest > 0)) return [0]
  const least = largest / parts
  const power = 10 ** Math.floor(Math.log10(least))
  const step = power * (steps.find((one) => one * power >= least - power / 1e6) ?? 10)
  const count = Math.ceil(largest / step - 1e-9)
  return Array.from({ length: count + 1 }, (_tick, at) => Number((at * step).toPrecision(12)))
}
