import type { TimesFault } from '@regie/contract/time-windows-check.ts'
import type { ScriptTimes } from '@regie/contract/time-windows.ts'
import { errorText } from '../../locales/error-text.ts'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { CheckInput } from '../../ui/toggles.tsx'
import { ChannelChecks, HoursFields } from './hours-fields.tsx'
import { weekdayName } from '../../locales/weekdays.ts'
import { useShared } from './times-data.ts'
import { type DraftWindow, toggled } from './times-draft.ts'
import styles from './times.module.css'
import { weekdays } from './week/week-layout.ts'
import { Stack } from '../../ui/stack.tsx'

type WindowPanelProps = {
  times: ScriptTimes
  window: DraftWindow
  faults: readonly TimesFault[]
  isFrozen: boolean
  onChange: (change: Partial<DraftWindow>) => void
  onRemove: () => void
}

/** One window: its hours, days and channels, and which other scripts it serves. */
export function WindowPanel({ times, window, faults, isFrozen, onChange, onRemove }: WindowPanelProps) {
  const t = useText()
  const errorAt = (...fields: TimesFault['field'][]) => {
    const fault = faults.find(({ field }) => fields.includes(field))
    return fault && errorText(fault.code, limitWords(times))
  }
  return (
    <Panel title={t('times.window')}>
      <Stack isWide>
        {window.shared > 1 && window.id !== null && <SharedNotice times={times} window={window} isFrozen={isFrozen} onChange={onChange} />}
        <HoursFields
          hours={window}
          limits={times}
          errors={{ start: errorAt('start'), end: errorAt('end') }}
          isDisabled={isFrozen}
          onChange={onChange}
        />
        <fieldset className={styles.checks}>
          <legend>{t('times.days')}</legend>
          {weekdays.map((weekday) => (
            <CheckInput
              key={weekday}
              label={weekdayName(weekday)}
              value={window.weekdays.includes(weekday)}
              isDisabled={isFrozen || (!times.lawWeekdays.includes(weekday) && !window.weekdays.includes(weekday))}
              help={times.lawWeekdays.includes(weekday) ? undefined : t('times.closedByLaw')}
              onChange={() => onChange({ weekdays: toggled(window.weekdays, weekday).toSorted((a, b) => a - b) })}
            />
          ))}
          {errorAt('weekdays') !== undefined && (
            <p className={styles.error} role="alert">
              {errorAt('weekdays')}
            </p>
          )}
        </fieldset>
        <ChannelChecks
          channels={window.channels}
          error={errorAt('channels')}
          isDisabled={isFrozen}
          onChange={(channels) => onChange({ channels })}
        />
        {!isFrozen && (
          <Button icon={<Icon name="trash" size={16} />} onPress={onRemove}>
            {t('times.remove')}
          </Button>
        )}
      </Stack>
    </Panel>
  )
}

type SharedNoticeProps = Pick<WindowPanelProps, 'times' | 'window' | 'isFrozen' | 'onChange'>

/** A change of this window reaches other scripts: which, and how to leave them alone. */
function SharedNotice({ times, window, isFrozen, onChange }: SharedNoticeProps) {
  const t = useText()
  const { data } = useShared(times.scriptID, window.id)
  const others = data?.scripts.filter(({ scriptID }) => scriptID !== times.scriptID) ?? []
  return (
    <Notice tone="warning" icon="link" title={t('times.shared.title', { count: window.shared - 1 })}>
      {others.map(({ name }) => name).join(', ')}
      {!isFrozen && (
        <div className={styles.actions}>
          <Button onPress={() => onChange({ id: null, shared: 1 })}>{t('times.shared.loosen')}</Button>
        </div>
      )}
    </Notice>
  )
}

/** Between which hours the law leaves windows, as a text of a refusal wants them. */
export function limitWords({ minHour, maxHour }: Pick<ScriptTimes, 'minHour' | 'maxHour'>) {
  const hour = (value: number) => String(value).padStart(2, '0')
  return { min: `${hour(minHour)}:00`, max: `${hour(maxHour)}:59` }
}
