import { type Locale, locales } from '@regie/contract/locale.ts'
import { type Queue, saidMax } from '@regie/contract/teams.ts'
import type { OpeningHours } from '@regie/contract/time-windows.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { weekdayShort, weekdays } from '../../locales/weekdays.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SelectInput, TextAreaInput } from '../../ui/inputs.tsx'
import { CheckInput } from '../../ui/toggles.tsx'
import styles from './teams.module.css'

export type Inbound = Pick<Queue, 'callerIDs' | 'opening' | 'texts'>
type InboundProps = {
  value: Inbound
  callerIDs: readonly string[]
  onChange: (changed: Partial<Inbound>) => void
  faultAt: (field: string) => string | undefined
}

/** Who calls us: from which numbers unknown callers come here, when the queue is open, and what is said. */
export function InboundSettings({ value, callerIDs, onChange, faultAt }: InboundProps) {
  const t = useText()
  return (
    <details>
      <summary className={styles.summary}>{t('teams.inbound')}</summary>
      <div className={styles.inbound}>
        <fieldset className={styles.ticks}>
          <legend>{t('teams.callerIDs')}</legend>
          {callerIDs.length === 0 && <p className={styles.none}>{t('teams.noCallerIDs')}</p>}
          <div className={styles.choices}>
            {callerIDs.map((number) => (
              <CheckInput
                key={number}
                label={number}
                value={value.callerIDs.includes(number)}
                onChange={(isChosen) =>
                  onChange({ callerIDs: isChosen ? [...value.callerIDs, number] : value.callerIDs.filter((one) => one !== number) })
                }
              />
            ))}
          </div>
          {faultAt('callerIDs') !== undefined && <p role="alert">{faultAt('callerIDs')}</p>}
        </fieldset>
        <Opening hours={value.opening} onChange={(opening) => onChange({ opening })} error={faultAt('opening')} />
        <Texts texts={value.texts} onChange={(texts) => onChange({ texts })} error={faultAt('texts')} />
      </div>
    </details>
  )
}

const clock = (minute: number) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const quarters = Array.from({ length: 96 }, (_, at) => clock(at * 15))
const starts = quarters.map((value) => ({ value, label: value }))
// An end is kept as the last minute inside.
const ends = [...quarters.slice(1), '24:00'].map((label, at) => ({ value: clock((at + 1) * 15 - 1), label }))
const office: OpeningHours = { start: '09:00', end: '16:59', weekdays: [1, 2, 3, 4, 5] }

type OpeningProps = { hours: readonly OpeningHours[]; onChange: (hours: OpeningHours[]) => void; error: string | undefined }

function Opening({ hours, onChange, error }: OpeningProps) {
  const t = useText()
  const change = (at: number, changed: Partial<OpeningHours>) =>
    onChange(hours.map((one, no) => (no === at ? { ...one, ...changed } : one)))
  return (
    <fieldset className={styles.ticks}>
      <legend>{t('teams.opening')}</legend>
      <p className={styles.none}>{t('teams.openingHelp')}</p>
      {hours.map((one, at) => (
        <div key={at} className={styles.hours}>
          <fieldset className={styles.days}>
            <legend className="visually-hidden">{t('teams.days')}</legend>
            {weekdays.map((weekday) => (
              <CheckInput
                key={weekday}
                label={weekdayShort(weekday)}
                value={one.weekdays.includes(weekday)}
                onChange={(isOn) =>
                  change(at, {
                    weekdays: isOn ? [...one.weekdays, weekday].toSorted((a, b) => a - b) : one.weekdays.filter((day) => day !== weekday),
                  })
                }
              />
            ))}
          </fieldset>
          <SelectInput label={t('teams.from')} value={one.start} options={starts} onChange={(start) => change(at, { start })} />
          <SelectInput label={t('teams.until')} value={one.end} options={ends} onChange={(end) => change(at, { end })} />
          <IconButton
            icon="trash"
            label={t('teams.removeHours', { number: at + 1 })}
            onPress={() => onChange(hours.filter((_, no) => no !== at))}
          />
        </div>
      ))}
      {error !== undefined && <p role="alert">{error}</p>}
      <div>
        <Button kind="quiet" icon={<Icon name="plus" size={16} />} onPress={() => onChange([...hours, office])}>
          {t('teams.addHours')}
        </Button>
      </div>
    </fieldset>
  )
}

type TextsProps = { texts: Queue['texts']; onChange: (texts: Queue['texts']) => void; error: string | undefined }

function Texts({ texts, onChange, error }: TextsProps) {
  const t = useText()
  const [locale, setLocale] = useState<Locale>('nl')
  const own = texts[locale]
  const change = (changed: Partial<typeof own>) => onChange({ ...texts, [locale]: { ...own, ...changed } })
  return (
    <fieldset className={styles.ticks}>
      <legend>{t('teams.texts')}</legend>
      <p className={styles.none}>{t('teams.textsHelp')}</p>
      <SelectInput
        label={t('teams.textLanguage')}
        value={locale}
        options={locales.map((one) => ({ value: one, label: t(`ui.choices.${one}`) }))}
        onChange={(chosen) => setLocale(chosen as Locale)}
      />
      <TextAreaInput label={t('teams.greeting')} maxLength={saidMax} value={own.greeting} onChange={(greeting) => change({ greeting })} />
      <TextAreaInput label={t('teams.away')} maxLength={saidMax} value={own.away} onChange={(away) => change({ away })} />
      {error !== undefined && <p role="alert">{error}</p>}
    </fieldset>
  )
}
