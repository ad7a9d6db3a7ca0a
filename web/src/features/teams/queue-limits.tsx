import { type Queue, queueBounds } from '@regie/contract/teams.ts'
import { useText } from '../../locales/i18n.tsx'
import { NumberInput } from '../../ui/inputs.tsx'
import styles from './teams.module.css'

/** The fields of a queue that say when a figure is past its target and when it is over its limit. */
export const limitNames = [
  ...(['targetSeconds', 'limitSeconds', 'targetPercent', 'limitPercent', 'waitingWarn', 'waitingLimit', 'alertMinutes'] as const),
]
type LimitName = (typeof limitNames)[number]
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
      {...queueBounds[name]}
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
