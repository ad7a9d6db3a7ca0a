import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import type { AppPath } from '../../paths.ts'
import type { Tone } from '../../theme/colours.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { cloudFont, cloudWeight, layOutWords, type PlacedWord } from './lay-out-words.ts'
import type { Area } from './word-sizes.ts'
import { useSizeOf } from './use-size-of.ts'
import styles from './wordcloud.module.css'

type CloudPictureProps = {
  label: string
  words: readonly { word: string; count: number }[]
  /** Where a word leads; null: nowhere. */
  pathOf: ((word: string) => AppPath) | null
}

// Only to keep neighbours apart: how often a word is used is its size, and stands in its name and in the table.
const tones: readonly Tone[] = ['primary', 'neutral', 'accent', 'secondary', 'success', 'primary', 'neutral', 'info']

/** The words as a picture. One tab stop: the arrows go from the most frequent to the next, as Home and End to the first and the last. */
export function CloudPicture({ label, words, pathOf }: CloudPictureProps) {
  const box = useRef<HTMLDivElement>(null)
  const size = useSizeOf(box)
  const placed = usePlaced(words, size)
  const [active, setActive] = useState(0)
  const current = placed?.some(({ rank }) => rank === active) ? active : 0
  const onKeyDown = (event: KeyboardEvent) => {
    const to = rankAfter(event.key, current, placed?.map(({ rank }) => rank) ?? [])
    if (to === null) return
    event.preventDefault()
    setActive(to)
    box.current?.querySelector<SVGElement>(`[data-rank="${to}"] a`)?.focus()
  }
  return (
    <div ref={box} className={styles.picture}>
      {placed === null || size === null ? (
        <Skeleton lines={7} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the words within are links; this is where their arrows are heard
        <svg
          role="list"
          aria-label={label}
          width={size.width}
          height={size.height}
          viewBox={`${-size.width / 2} ${-size.height / 2} ${size.width} ${size.height}`}
          onKeyDown={onKeyDown}
          onFocus={({ target }) => setActive(Number(target.closest<SVGElement>('[data-rank]')?.dataset['rank'] ?? 0))}
        >
          {placed.map((word) => (
            <g key={word.word} role="listitem" data-rank={word.rank} data-tone={tones[word.rank % tones.length]}>
              <WordOfPicture word={word} to={pathOf?.(word.word) ?? null} isStop={word.rank === current} />
            </g>
          ))}
        </svg>
      )}
    </div>
  )
}

type WordOfPictureProps = { word: PlacedWord; to: AppPath | null; isStop: boolean }

function WordOfPicture({ word: { word, count, size, x, y }, to, isStop }: WordOfPictureProps) {
  const t = useText()
  const name = t('wordcloud.wordWithCount', { word, count, shown: formatNumber(count) })
  const letters = (
    <text
      x={x}
      y={y}
      textAnchor="middle"
      fontSize={size}
      fontFamily={cloudFont}
      fontWeight={cloudWeight}
      {...(to === null && { 'aria-label': name })}
    >
      <title>{name}</title>
      {word}
    </text>
  )
  return to === null ? (
    letters
  ) : (
    <AppLink to={to} label={name} className={styles.word} tabIndex={isStop ? 0 : -1}>
      {letters}
    </AppLink>
  )
}

/** The rank to which a key leads from another; null: it is not one of these keys. */
function rankAfter(key: string, from: number, ranks: readonly number[]): number | null {
  const inOrder = [...ranks].sort((one, other) => one - other)
  const at = inOrder.indexOf(from)
  const places: Record<string, number> = {
    ...{ ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: inOrder.length - 1 },
  }
  const place = places[key]
  return place === undefined ? null : (inOrder[Math.max(0, Math.min(inOrder.length - 1, place))] ?? null)
}

/** Where each word stands; the picture before stays until the next one is made. Null: none was made yet. */
function usePlaced(words: CloudPictureProps['words'], size: Area | null): PlacedWord[] | null {
  const [placed, setPlaced] = useState<PlacedWord[] | null>(null)
  const [width, height] = [size?.width ?? 0, size?.height ?? 0]
  useEffect(() => {
    if (width === 0 || height === 0) return
    let isCurrent = true
    void layOutWords(words, { width, height }).then((made) => isCurrent && setPlaced(made))
    return () => {
      isCurrent = false
    }
  }, [words, width, height])
  return placed
}
