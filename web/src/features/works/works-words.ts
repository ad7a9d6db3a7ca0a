import type { Difference } from '@regie/contract/experiment-rules.ts'
import type { ComparedMeasure } from '@regie/contract/works-report.ts'
import { numberFormat } from '../../locales/format.ts'
import type { useText } from '../../locales/i18n.tsx'
import type { Tone } from '../../theme/colours.ts'
import type { IconName } from '../../ui/icon.tsx'

type Text = ReturnType<typeof useText>

// Less of these is better.
const isCost = (measure: ComparedMeasure) => measure === 'contacts' || measure === 'complaints'

const signed = (value: number) =>
  numberFormat('signed digit', { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(value)

/** Shares differ by percentage points, contacts by their number. */
const shown = (measure: ComparedMeasure, value: number) => signed(measure === 'contacts' ? value : 100 * value)

/** A difference in words, as sure as the figures allow. */
export function differenceText(
  t: Text,
  measure: ComparedMeasure,
  { verdict, by }: Difference,
  { name, first }: { name: string; first: string },
) {
  if (verdict === 'likely' || verdict === 'almostCertain')
    return t(`works.differs.${measure}`, { ...{ name, first }, sure: verdict, way: by > 0 ? 'more' : 'less' })
  return t(`works.verdicts.${verdict}`)
}

/** By how much, and between what it lies; nothing where there are too few cases to say so. */
export function rangeText(t: Text, measure: ComparedMeasure, { by, from, until, verdict }: Difference): string {
  if (verdict === 'tooFew') return ''
  const values = { by: shown(measure, by), from: shown(measure, from), until: shown(measure, until) }
  return measure === 'contacts' ? t('works.range.contacts', values) : t('works.range.points', values)
}

/** How a difference looks: good, bad, or not (yet) one. */
export function differenceLook(measure: ComparedMeasure, { verdict, by }: Difference): { tone: Tone; icon: IconName } {
  if (verdict === 'tooEarly' || verdict === 'tooFew') return { tone: 'warning', icon: 'hourglass' }
  if (verdict === 'noDifference') return { tone: 'neutral', icon: 'minus' }
  return by > 0 === isCost(measure) ? { tone: 'error', icon: 'arrowDown' } : { tone: 'success', icon: 'check' }
}
