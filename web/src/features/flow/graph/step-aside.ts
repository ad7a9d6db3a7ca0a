export type Area = { left: number; top: number; right: number; bottom: number }

// Between a step and what would cover it.
const gap = 16

const overlaps = (one: Area, other: Area) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** How far all steps go to the right, so that none of them lies beneath what stands over the graph at its left. */
export function stepAside(steps: readonly Area[], covers: readonly Area[]): number {
  let aside = 0
  // Who steps from under one may come beneath a wider one.
  for (;;) {
    const moved = aside
    const further = covers.flatMap((cover) =>
      steps
        .filter(({ left, right, ...heights }) => overlaps({ left: left + moved, right: right + moved, ...heights }, cover))
        .map(({ left }) => cover.right + gap - left),
    )
    aside = Math.max(moved, ...further)
    if (aside === moved) return aside
  }
}
