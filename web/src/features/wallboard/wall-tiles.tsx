import { type DropBounds, dropMark } from '@regie/contract/dialing.ts'
import { type Mark, worstOf } from '@regie/contract/service-level.ts'
import type { QueueBoard } from '@regie/contract/wallboard.ts'
import type { ReactNode } from 'react'
import { formatShare, formatShareExactly } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { stopwatch } from '../../session/stopwatch.ts'
import { Icon } from '../../ui/icon.tsx'
import { markLook } from '../../ui/mark-look.ts'
import { availableMark, crowdMarkOf, figuresOf, levelMarkOf, waitMarkOf, worstDropOf } from './wall-figures.ts'
import styles from './wall.module.css'

/** The four figures of some queues taken together, each against its bounds by colour, icon and word. */
export function WallTiles({ queues, now }: { queues: readonly QueueBoard[]; now: number }) {
  const t = useText()
  const figures = figuresOf(queues)
  const { waiting, longestSince, level, targetPercent, targetSeconds, averageWait, answered, available, loggedIn, afterWork } = figures
  const target = t('wallboard.target', { percent: targetPercent, seconds: targetSeconds })
  const longest =
    longestSince === null ? t('wallboard.nobodyWaits') : t('wallboard.longest', { time: stopwatch(now - Date.parse(longestSince)) })
  const { mark: crowd, bound } = crowdMarkOf(queues)
  const waitingMark = waiting === 0 ? null : worstOf([waitMarkOf(queues, now), crowd])
  return (
    <div className={styles.tiles}>
      <Tile
        label={t('wallboard.waiting')}
        value={String(waiting)}
        mark={waitingMark}
        word={bound === null ? longest : t('wallboard.crowded', { longest, count: bound })}
        isColoured={waitingMark === 'bad'}
      />
      <Tile
        label={t('wallboard.level')}
        value={level === null ? '–' : formatShare(level)}
        mark={levelMarkOf(figures)}
        word={target}
        isColoured
      />
      <Tile
        label={t('wallboard.averageWait')}
        value={averageWait === null ? '–' : stopwatch(averageWait * 1000)}
        mark={null}
        word={t('wallboard.today', { count: answered })}
      />
      <Tile
        label={t('wallboard.available')}
        value={String(available)}
        mark={loggedIn === 0 ? null : availableMark(figures)}
        word={t('wallboard.ofAgents', { count: loggedIn, work: afterWork })}
        isColoured
      />
    </div>
  )
}

/** The drop rate of the script that drops most of what it dials for these queues; nothing where none dials for them. */
export function DropTile({ queues, dropBounds }: { queues: readonly QueueBoard[]; dropBounds: DropBounds }) {
  const t = useText()
  const drop = worstDropOf(queues)
  if (drop === null) return null
  return (
    <Tile
      label={t('wallboard.dropRate')}
      value={formatShareExactly(drop.rate)}
      mark={drop.answered === 0 ? null : dropMark(drop.rate, dropBounds)}
      word={t('wallboard.dropMost', { limit: dropBounds.limitPercent })}
      note={drop.script}
      isColoured
    />
  )
}

type TileProps = { label: string; value: ReactNode; mark: Mark | null; word: string; note?: string; isColoured?: boolean }

function Tile({ label, value, mark, word, note, isColoured = false }: TileProps) {
  const t = useText()
  const look = mark === null ? null : markLook[mark]
  return (
    <section className={styles.tile} aria-label={label} data-tone={look?.tone}>
      <h2>{label}</h2>
      <p className={styles.value} data-coloured={isColoured && look !== null}>
        {value}
      </p>
      <p className={look === null ? styles.plain : styles.mark}>
        {look !== null && <Icon name={look.icon} size={22} />}
        {mark !== null && <span className="visually-hidden">{t(`wallboard.marks.${mark}`)}: </span>}
        {word}
      </p>
      {note !== undefined && (
        <p className={styles.note} title={note}>
          {note}
        </p>
      )}
    </section>
  )
}
