import type { Queue } from '@regie/contract/teams.ts'
import { useText } from '../../locales/i18n.tsx'
import { NumberInput } from '../../ui/inputs.tsx'
import styles from './teams.module.css'

const bounds = {
  targetSeconds: { min: 5, max: 600 },
  limitSeconds: { min: 5, max: 3600 },
  targetPercent: { min: 1, max: 100 },
  limitPercent: { min: 0, max: 100 },
  waitingWarn: { min: 0, max: 500 },
  waitingLimit: { min: 0, max: 500 },
  alertMinutes: { min: 1, max: 60 },
} as const
type LimitName = keyof typeof bounds
/** The fields of a queue that say when a figure is past its target and when it is over its limit. */
export const limitNames = Object.keys(bounds) as LimitName[]
export type DraftLimits = Record<LimitName, number | null>

/** What was typed, when each of them is there. */
export function wholeLimits(draft: DraftLimits): Pick<Queue, LimitName> | null {
  return limitNames.every((name) => draft[name] !== null) ? (draft as Pick<Queue, LimitName>) : null
}

type QueueLimitsProps = {
  value: DraftLimits
  onChange: (changed: Partial<DraftLimits>) => void
  faultAt: (field: string) => string | undefined
}

/** From where a figure is orange on the wall, and from where it is red and mails leave. */
export function QueueLimits({ value, onChange, faultAt }: QueueLimitsProps) {
  const t = useText()
  const field = (name: LimitName, help?: string) => (
    <NumberInput
      label={t(`teams.${name}`)}
      help={help}
      {...bounds[name]}
      value={value[name]}
      onChange={(number) => onChange({ [name]: number })}
      error={faultAt(name)}
    />
  )
  return (
    <fieldset className={styles.limits}>
      <legend>{t('teams.limits')}</legend>
      <p className={styles.none}>{t('teams.limitsHelp')}</p>
      <div className={styles.twins}>
        {field('targetSeconds')}
        {field('limitSeconds')}
        {field('targetPercent')}
        {field('limitPercent')}
        {field('waitingWarn')}
        {field('waitingLimit')}
      </div>
      {field('alertMinutes', t('teams.alertMinutesHelp'))}
    </fieldset>
  )
}
