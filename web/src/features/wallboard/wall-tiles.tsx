import type { Mark } from '@regie/contract/service-level.ts'
import type { QueueBoard } from '@regie/contract/wallboard.ts'
import type { ReactNode } from 'react'
import { formatShare } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { stopwatch } from '../../session/stopwatch.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { availableMark, figuresOf, levelMarkOf, waitMarkOf } from './wall-figures.ts'
import styles from './wall.module.css'

const marks: Record<Mark, { icon: IconName; tone: 'success' | 'warning' | 'error' }> = {
  good: { icon: 'tick', tone: 'success' },
  fair: { icon: 'alert', tone: 'warning' },
  bad: { icon: 'stop', tone: 'error' },
}

/** The four figures of some queues taken together, each against its target by colour, icon and word. */
export function WallTiles({ queues, now }: { queues: readonly QueueBoard[]; now: number }) {
  const t = useText()
  const figures = figuresOf(queues)
  const { waiting, longestSince, level, targetPercent, targetSeconds, averageWait, answered, available, loggedIn, afterWork } = figures
  const target = t('wallboard.target', { percent: targetPercent, seconds: targetSeconds })
  const longest =
    longestSince === null ? t('wallboard.nobodyWaits') : t('wallboard.longest', { time: stopwatch(now - Date.parse(longestSince)) })
  return (
    <div className={styles.tiles}>
      <Tile label={t('wallboard.waiting')} value={String(waiting)} mark={waiting === 0 ? null : waitMarkOf(figures, now)} word={longest} />
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

type TileProps = { label: string; value: ReactNode; mark: Mark | null; word: string; isColoured?: boolean }

function Tile({ label, value, mark, word, isColoured = false }: TileProps) {
  const t = useText()
  const look = mark === null ? null : marks[mark]
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
    </section>
  )
}
