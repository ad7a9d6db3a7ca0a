import type { ScriptTimes } from '@regie/contract/time-windows.ts'
import type { KeyboardEvent } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { clockOf, endBefore, quartersOfHour } from '../quarters.ts'
import { channelIcons, hoursText } from '../time-words.ts'
import { weekdayName, weekdayShort, weekdaysText } from '../../../locales/weekdays.ts'
import type { DraftWindow } from '../times-draft.ts'
import { useDrawing } from './use-drawing.ts'
import { quarterHeight, useMoving } from './use-moving.ts'
import { type Block, blocksOfDay, shownQuarters, type Stroke, weekdays } from './week-layout.ts'
import styles from './week-grid.module.css'

type WeekGridProps = {
  limits: ScriptTimes
  windows: readonly DraftWindow[]
  /** Keys of windows with a fault. */
  faulty: ReadonlySet<string>
  chosen: string | null
  isFrozen: boolean
  /** Shown behind it, and not in force: the script is open all day. */
  isFaded: boolean
  /** Of the words that say how it is drawn on. */
  helpId: string
  onChoose: (key: string) => void
  onDraw: (hours: { start: string; end: string; weekdays: number[] }) => void
  onChange: (key: string, change: Partial<DraftWindow>) => void
  onRemove: (key: string) => void
}

/** The week with its windows: drawn by dragging over it or with the keys, chosen by a press. What the law closes is hatched. */
export function WeekGrid({
  limits,
  windows,
  faulty,
  chosen,
  isFrozen,
  isFaded,
  helpId,
  onChoose,
  onDraw,
  onChange,
  onRemove,
}: WeekGridProps) {
  const t = useText()
  const shown = shownQuarters(limits, windows)
  const count = shown.last - shown.first
  const drawing = useDrawing(shown, isFrozen, ({ fromDay, toDay, from, to }: Stroke) =>
    onDraw({
      start: clockOf(from),
      end: endBefore(to + 1),
      weekdays: weekdays.filter((weekday) => weekday >= fromDay && weekday <= toDay),
    }),
  )
  const top = (quarter: number) => `${((quarter - shown.first) / count) * 100}%`
  const size = (quarters: number) => `${(quarters / count) * 100}%`
  const isLawful = (weekday: number) => limits.lawWeekdays.includes(weekday)
  const lawFrom = limits.minHour * quartersOfHour
  const lawUntil = (limits.maxHour + 1) * quartersOfHour
  const { cell, stroke, surface } = drawing
  const spoken = stroke
    ? t('times.drawing', {
        days: weekdaysText(daysOf(stroke)),
        hours: hoursText({ start: clockOf(stroke.from), end: endBefore(stroke.to + 1) }),
      })
    : cell && `${weekdayName(cell.weekday)} ${clockOf(cell.quarter)}`
  return (
    <div className={styles.week} data-faded={isFaded || undefined}>
      <div className={styles.days} aria-hidden="true">
        {weekdays.map((weekday) => (
          <span key={weekday}>{weekdayShort(weekday)}</span>
        ))}
      </div>
      <div className={styles.hours} aria-hidden="true" style={{ height: count * quarterHeight }}>
        {Array.from({ length: count / quartersOfHour }, (_, hour) => (
          <span key={hour} style={{ top: size(hour * quartersOfHour) }}>
            {clockOf(shown.first + hour * quartersOfHour)}
          </span>
        ))}
      </div>
      {/* A surface to draw on has no role of its own; the list beside it does all that it does. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- drawn on with the keys */}
      <div
        className={styles.surface}
        role="group"
        tabIndex={isFrozen ? -1 : 0}
        aria-label={t('times.grid')}
        aria-describedby={helpId}
        style={{ height: count * quarterHeight, backgroundSize: `${100 / 7}% 100%, 100% ${size(quartersOfHour)}` }}
        {...surface}
      >
        {weekdays.map((weekday) => (
          <div key={weekday} className={styles.law} style={{ left: left(weekday) }}>
            {isLawful(weekday) ? (
              <>
                <i style={{ top: 0, height: size(Math.max(0, lawFrom - shown.first)) }} />
                <i style={{ bottom: 0, height: size(Math.max(0, shown.last - lawUntil)) }} />
              </>
            ) : (
              <i style={{ top: 0, height: '100%' }} title={t('refusals.times.lawWeekday')} />
            )}
          </div>
        ))}
        {weekdays.flatMap((weekday) =>
          blocksOfDay(windows, weekday).map((block) => (
            <WindowBlock
              key={`${block.window.key} ${weekday}`}
              block={block}
              place={{ top: top(block.from), height: size(block.until - block.from) }}
              isChosen={block.window.key === chosen}
              isFaulty={faulty.has(block.window.key)}
              isFrozen={isFrozen}
              onChoose={onChoose}
              onChange={onChange}
              onRemove={onRemove}
            />
          )),
        )}
        {stroke && (
          <div
            className={styles.stroke}
            style={{
              left: left(stroke.fromDay),
              width: `${((stroke.toDay - stroke.fromDay + 1) / 7) * 100}%`,
              top: top(stroke.from),
              height: size(stroke.to - stroke.from + 1),
            }}
          >
            {hoursText({ start: clockOf(stroke.from), end: endBefore(stroke.to + 1) })}
          </div>
        )}
        {cell && !stroke && <div className={styles.cell} style={{ left: left(cell.weekday), top: top(cell.quarter), height: size(1) }} />}
      </div>
      <p className="visually-hidden" role="status">
        {spoken}
      </p>
    </div>
  )
}

type WindowBlockProps = Pick<WeekGridProps, 'isFrozen' | 'onChoose' | 'onChange' | 'onRemove'> & {
  block: Block
  place: { top: string; height: string }
  isChosen: boolean
  isFaulty: boolean
}

/** One window on one day. With the keys: arrows move it by a quarter, with Shift its end, Delete takes it away. */
function WindowBlock({ block, place, isChosen, isFaulty, isFrozen, onChoose, onChange, onRemove }: WindowBlockProps) {
  const t = useText()
  const { window, weekday, from, until, lane, lanes } = block
  const { key, channels, shared } = window
  const moving = useMoving(from, until, isFrozen, (hours) => onChange(key, hours))
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (isFrozen || (step === 0 && event.key !== 'Delete')) return
    event.preventDefault()
    if (event.key === 'Delete') return onRemove(key)
    const [start, end] = event.shiftKey ? [from, until + step] : [from + step, until + step]
    if (start >= 0 && end <= 96 && end > start) onChange(key, { start: clockOf(start), end: endBefore(end) })
  }
  const width = 100 / 7 / lanes
  return (
    <button
      type="button"
      className={styles.block}
      data-chosen={isChosen || undefined}
      data-faulty={isFaulty || undefined}
      aria-pressed={isChosen}
      aria-label={`${weekdayName(weekday)} ${hoursText(window)}: ${channels.map((channel) => t(`cases.channels.${channel}`)).join(', ')}${isFaulty ? `. ${t('times.faulty')}` : ''}`}
      title={hoursText(window)}
      style={{ ...place, left: `calc(${left(weekday)} + ${width * lane}%)`, width: `${width}%` }}
      onClick={() => onChoose(key)}
      onKeyDown={onKeyDown}
      {...moving}
    >
      <span className={styles.time}>{hoursText(window)}</span>
      <span className={styles.icons}>
        {channels.map((channel) => (
          <Icon key={channel} name={channelIcons[channel]} size={14} />
        ))}
        {shared > 1 && <Icon name="link" size={14} />}
      </span>
    </button>
  )
}

const left = (weekday: number) => `${((weekday - 1) / 7) * 100}%`
const daysOf = ({ fromDay, toDay }: Stroke) => weekdays.filter((weekday) => weekday >= fromDay && weekday <= toDay)
