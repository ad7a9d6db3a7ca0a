/** Chance that can be repeated: the same seed gives the same past. */
export type Chance = {
  /** From 0 to 1, without 1. */
  share(): number
  happens(probability: number): boolean
  between(low: number, high: number): number
  pick<T>(list: readonly [T, ...T[]]): T
  /** One of the names, as often as its weight says. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name
}

/** Mulberry32: small, quick and even enough for a demo. */
export function openChance(seed: number): Chance {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0
  const share = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    share,
    happens: (probability) => share() < probability,
    between: (low, high) => low + Math.floor(share() * (high - low + 1)),
    pick: (list) => list[Math.floor(share() * list.length)] ?? list[0],
    weighted: <Name extends string>(weights: Readonly<Record<Name, number>>) => {
      const entries = Object.entries(weights) as [Name, number][]
      let left = share() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      const found = entries.find(([, weight]) => (left -= weight) < 0)
      return (found ?? entries[0])?.[0] as Name
    },
  }
}
