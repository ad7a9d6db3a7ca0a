import type { Channel } from '@regie/contract/channels.ts'
import { useText } from '../../locales/i18n.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { CheckInput } from '../../ui/toggles.tsx'
import { clockOf, endBefore, quarterOf, quartersOfHour, untilOf } from './quarters.ts'
import { allChannels, toggled } from './times-draft.ts'
import styles from './times.module.css'

type Hours = { start: string; end: string }
type HoursFieldsProps = {
  hours: Hours
  limits: { minHour: number; maxHour: number }
  errors?: { start?: string | undefined; end?: string | undefined }
  isDisabled: boolean
  onChange: (hours: Hours) => void
}

/** From and until, in quarters of an hour within the lawful hours; what lies outside them already stays to be seen. */
export function HoursFields({ hours, limits, errors = {}, isDisabled, onChange }: HoursFieldsProps) {
  const t = useText()
  const first = limits.minHour * quartersOfHour
  const last = (limits.maxHour + 1) * quartersOfHour
  const starts = optionsOf(first, last - 1, hours.start)
  const ends = optionsOf(first + 1, last, untilOf(hours.end))
  return (
    <div className={styles.pair}>
      <SelectInput
        label={t('times.from')}
        value={hours.start}
        options={starts}
        error={errors.start}
        isDisabled={isDisabled}
        onChange={(start) => onChange({ ...hours, start })}
      />
      <SelectInput
        label={t('times.until')}
        value={untilOf(hours.end)}
        options={ends}
        error={errors.end}
        isDisabled={isDisabled}
        onChange={(until) => onChange({ ...hours, end: endBefore(until === '24:00' ? 96 : quarterOf(until)) })}
      />
    </div>
  )
}

function optionsOf(first: number, last: number, present: string) {
  const clocks = Array.from({ length: last - first + 1 }, (_, at) => clockOf(first + at))
  const all = clocks.includes(present) ? clocks : [...clocks, present].sort()
  return all.map((clock) => ({ value: clock, label: clock }))
}

type ChannelChecksProps = {
  channels: readonly Channel[]
  error?: string | undefined
  isDisabled: boolean
  onChange: (channels: Channel[]) => void
}

/** The ways of reaching somebody that these hours are for. */
export function ChannelChecks({ channels, error, isDisabled, onChange }: ChannelChecksProps) {
  const t = useText()
  return (
    <fieldset className={styles.checks}>
      <legend>{t('times.channels')}</legend>
      {allChannels.map((channel) => (
        <CheckInput
          key={channel}
          label={t(`cases.channels.${channel}`)}
          value={channels.includes(channel)}
          isDisabled={isDisabled}
          onChange={() => onChange(toggled(channels, channel))}
        />
      ))}
      {error !== undefined && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
