import type { TimesFault } from '@regie/contract/time-windows-check.ts'
import type { ScriptTimes } from '@regie/contract/time-windows.ts'
import { useId } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SwitchInput } from '../../../ui/toggles.tsx'
import { hoursText } from '../time-words.ts'
import { weekdaysText } from '../../../locales/weekdays.ts'
import { allChannels, type DraftWindow, newKey, type TimesDraft } from '../times-draft.ts'
import styles from '../times.module.css'
import { WeekGrid } from './week-grid.tsx'
import { WindowList } from '../window-list.tsx'
import { limitWords, WindowPanel } from '../window-panel.tsx'
import { Stack } from '../../../ui/stack.tsx'

type WeekTabProps = {
  times: ScriptTimes
  draft: TimesDraft
  faults: ReadonlyMap<string, TimesFault[]>
  chosen: string | null
  isFrozen: boolean
  /** Why no window of another script can be taken now. */
  shareRefusal: string | undefined
  onChoose: (key: string | null) => void
  onDraft: (draft: TimesDraft) => void
  onShare: (windowID: number) => void
}

const officeHours = { start: '09:00', end: '16:59', weekdays: [1, 2, 3, 4, 5] }

/** The week: the grid, the same as a list, and the chosen window. */
export function WeekTab({ times, draft, faults, chosen, isFrozen, shareRefusal, onChoose, onDraft, onShare }: WeekTabProps) {
  const t = useText()
  const helpId = useId()
  const faulty = new Set(faults.keys())
  const window = draft.windows.find(({ key }) => key === chosen)
  const add = (hours: Pick<DraftWindow, 'start' | 'end' | 'weekdays'>) => {
    const key = newKey()
    onDraft({ ...draft, windows: [...draft.windows, { ...hours, key, id: null, shared: 1, channels: [...allChannels] }] })
    onChoose(key)
  }
  const change = (key: string, changed: Partial<DraftWindow>) =>
    onDraft({ ...draft, windows: draft.windows.map((one) => (one.key === key ? { ...one, ...changed } : one)) })
  const remove = (key: string) => {
    onDraft({ ...draft, windows: draft.windows.filter((one) => one.key !== key) })
    onChoose(null)
  }
  return (
    <div className={styles.split}>
      <Stack isWide>
        <Panel
          title={t('times.week')}
          actions={
            !isFrozen && (
              <>
                {times.others.length > 0 && (
                  <Menu
                    label={t('times.share')}
                    trigger={<Button icon={<Icon name="link" size={16} />}>{t('times.share')}</Button>}
                    items={times.others.map(({ id, scripts, ...hours }) => ({
                      key: String(id),
                      label: `${hoursText(hours)} ${weekdaysText(hours.weekdays)} · ${scripts.join(', ')}`,
                      onPress: () => onShare(id),
                      ...(shareRefusal !== undefined && { reason: shareRefusal }),
                    }))}
                  />
                )}
                <Button icon={<Icon name="plus" size={16} />} onPress={() => add(officeHours)}>
                  {t('times.add')}
                </Button>
              </>
            )
          }
        >
          <Stack isWide>
            <SwitchInput
              label={t('times.alwaysOpen')}
              help={t('times.alwaysOpenHelp')}
              value={draft.alwaysOpen}
              isDisabled={isFrozen}
              onChange={(alwaysOpen) => onDraft({ ...draft, alwaysOpen })}
            />
            {times.lawHolidays && (
              <Notice icon="shield" tone={draft.alwaysOpen ? 'warning' : 'info'}>
                {t('times.law', limitWords(times))}
              </Notice>
            )}
            <WeekGrid
              limits={times}
              windows={draft.windows}
              faulty={faulty}
              chosen={chosen}
              isFrozen={isFrozen}
              isFaded={draft.alwaysOpen}
              helpId={helpId}
              onChoose={onChoose}
              onDraw={add}
              onChange={change}
              onRemove={remove}
            />
            {!isFrozen && (
              <p id={helpId} className={styles.soft}>
                {t('times.gridHelp')}
              </p>
            )}
          </Stack>
        </Panel>
      </Stack>
      <Stack isWide>
        {draft.windows.length > 0 && (
          <Panel title={t('times.list')} isFlush>
            <WindowList windows={draft.windows} faulty={faulty} chosen={chosen} onChoose={onChoose} />
          </Panel>
        )}
        {window && (
          <WindowPanel
            key={window.key}
            times={times}
            window={window}
            faults={faults.get(window.key) ?? []}
            isFrozen={isFrozen}
            onChange={(changed) => change(window.key, changed)}
            onRemove={() => remove(window.key)}
          />
        )}
      </Stack>
    </div>
  )
}
