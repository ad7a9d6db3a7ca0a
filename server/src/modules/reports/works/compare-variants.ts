import { casesMin, differenceOf, type Estimate, eventsMin, ratioOf } from '@regie/contract/experiment-rules.ts'
import { type ComparedMeasure, comparedMeasures, type Experiment, type VariantFigures } from '@regie/contract/works-report.ts'
import type { CountedVariant } from './count-variants.ts'

type Compared = { currency: string; isReady: boolean; variants: VariantFigures[] }

/** The figures of an experiment by currency, the largest first: each variant beside the first one. Cases of a variant that the step no longer has count last. */
export function compareVariants(
  { variants, planned }: Pick<Experiment, 'variants' | 'planned'>,
  counted: readonly CountedVariant[],
): Compared[] {
  const gone = [...new Set(counted.map(({ variant }) => variant))].filter((key) => !variants.some(({ variant }) => variant === key)).sort()
  const all = [...variants, ...gone.map((variant) => ({ variant, name: variant.toUpperCase(), percent: 0 }))]
  const byCurrency = [...Map.groupBy(counted, ({ currency }) => currency)].toSorted(([, one], [, other]) => casesOf(other) - casesOf(one))
  return byCurrency.map(([currency, own]) => {
    const rows = all.map((variant) => ({
      ...variant,
      of: own.find((one) => one.variant === variant.variant) ?? nothing(variant.variant, currency),
    }))
    // A variant that is gone gets no cases any more: nobody waits for it.
    const isReady = rows.slice(0, variants.length).every(({ of }) => of.followed >= planned)
    const first = rows[0]?.of
    return {
      ...{ currency, isReady },
      variants: rows.map(({ of, ...variant }, at) => ({
        ...variant,
        ...figuresOf(of),
        estimates: estimatesOf(of),
        differences: at === 0 || first === undefined ? null : differencesOf(first, of, { comparisons: rows.length - 1, isReady }),
      })),
    }
  })
}

const casesOf = (rows: readonly CountedVariant[]) => rows.reduce((sum, { cases }) => sum + cases, 0)

function figuresOf({ cases, followed, owedCents, paidCents, paying, settled, contacts, complained, medianDaysToPay }: CountedVariant) {
  return { cases, followed, owedCents, paidCents, paying, settled, contacts, complained, medianDaysToPay }
}

function estimatesOf(of: CountedVariant): Record<ComparedMeasure, Estimate | null> {
  const { cases, claimed, settled, contacts, complained } = of
  const share = (count: number, among: number) => ratioOf({ cases: among, x: count, y: among, xx: count, xy: count, yy: among })
  return {
    money: ratioOf({ cases: claimed, x: of.paidCents, y: of.owedCents, xx: of.paidSquares, xy: of.paidByOwed, yy: of.owedSquares }),
    settled: share(settled, claimed),
    contacts: ratioOf({ cases, x: contacts, y: settled, xx: of.contactSquares, xy: of.contactsBySettled, yy: settled }),
    complaints: share(complained, cases),
  }
}

function differencesOf(first: CountedVariant, other: CountedVariant, asked: { comparisons: number; isReady: boolean }) {
  const [mine, its] = [estimatesOf(first), estimatesOf(other)]
  const both = (holds: (one: CountedVariant) => boolean) => holds(first) && holds(other)
  const isSplit = (count: number, among: number) => count >= eventsMin && among - count >= eventsMin
  const enough: Record<ComparedMeasure, boolean> = {
    money: both(({ claimed, paying }) => claimed >= casesMin && paying >= eventsMin),
    settled: both(({ claimed, settled }) => isSplit(settled, claimed)),
    contacts: both(({ settled }) => settled >= eventsMin),
    complaints: both(({ cases, complained }) => isSplit(complained, cases)),
  }
  const found = comparedMeasures.map((measure) => {
    const difference = differenceOf({ first: mine[measure], other: its[measure], hasEnough: enough[measure], ...asked })
    return [measure, difference] as const
  })
  return Object.fromEntries(found) as NonNullable<VariantFigures['differences']>
}

const nothing = (variant: CountedVariant['variant'], currency: string): CountedVariant => ({
  ...{
    variant,
    currency,
    cases: 0,
    followed: 0,
    claimed: 0,
    owedCents: 0,
    paidCents: 0,
    paying: 0,
    settled: 0,
    contacts: 0,
    complained: 0,
  },
  ...{ paidSquares: 0, paidByOwed: 0, owedSquares: 0, contactSquares: 0, contactsBySettled: 0, medianDaysToPay: null },
})
