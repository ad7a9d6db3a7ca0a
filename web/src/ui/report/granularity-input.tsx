import { type Granularity, granularities, granularityDaysMax } from '@regie/contract/granularity.ts'
import { useText } from '../../locales/i18n.tsx'
import { SelectInput } from '../inputs.tsx'

type Days = { from: string; until: string }

// Without a day the server takes the last seven.
const usualDays = 7

/** May a period be drawn by these buckets? A day that is not there yet leaves it to the server. */
export function fitsPeriod(granularity: Granularity, { from, until }: Days): boolean {
  const days = from === '' || until === '' ? usualDays : (Date.parse(until) - Date.parse(from)) / 86_400_000 + 1
  return days <= granularityDaysMax[granularity]
}

type GranularityInputProps = {
  value: Granularity | null
  days: Days
  /** Those that the report can be drawn by; left out: all. */
  options?: readonly Granularity[]
  onChange: (granularity: Granularity | null) => void
}

/** How long the buckets of a report are; null: as fits its period. */
export function GranularityInput({ value, days, options = granularities, onChange }: GranularityInputProps) {
  const t = useText()
  return (
    <SelectInput
      {...{ label: t('figures.by.label'), isLabelHidden: true, value: value ?? '' }}
      onChange={(chosen) => onChange(options.find((one) => one === chosen) ?? null)}
      options={[
        { value: '', label: t('figures.by.usual') },
        ...options.map((one) => ({ value: one, label: t(`figures.by.${one}`), isDisabled: !fitsPeriod(one, days) })),
      ]}
    />
  )
}
