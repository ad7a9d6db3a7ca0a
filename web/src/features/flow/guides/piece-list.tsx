import { type GuideFault, type GuidePiece, pieceName } from '@regie/contract/guides.ts'
import { answersOf, pieceOf } from '@regie/contract/guide-rules.ts'
import type { KeyboardEvent } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from '../flow.module.css'
import { guideFaultText, pieceIcon, pieceSummary } from './guide-words.ts'

type PieceListProps = {
  pieces: readonly GuidePiece[]
  chosen: string
  faults: readonly GuideFault[]
  onChoose: (key: string) => void
  onMove: (key: string, by: -1 | 1) => void
  onRemove: (key: string) => void
}

/** The pieces as a list, each with its answers and its faults: by keyboard and on a phone. */
export function PieceList({ pieces, chosen, faults, onChoose, onMove, onRemove }: PieceListProps) {
  const t = useText()
  const onKey = (event: KeyboardEvent, key: string) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null
    if (by !== null && event.altKey) onMove(key, by)
    else if (event.key === 'Delete') onRemove(key)
    else return
    event.preventDefault()
  }
  return (
    <div className={styles.outline}>
      <ol className={styles.steps} aria-label={t('guides.pieces')}>
        {pieces.map((piece, at) => (
          <li key={`${piece.key} ${at}`} className={styles.row} data-chosen={piece.key === chosen || undefined}>
            <button
              type="button"
              className={styles.rowButton}
              aria-current={piece.key === chosen ? 'step' : undefined}
              onClick={() => onChoose(piece.key)}
              onKeyDown={(event) => onKey(event, piece.key)}
            >
              <span className={styles.no}>{at + 1}</span>
              <Icon name={pieceIcon(piece)} />
              <span className={styles.rowWords}>
                <span className={styles.rowName}>{pieceName(piece)}</span>
                <span className={styles.soft}>{pieceSummary(piece, t)}</span>
                {faults
                  .filter((one) => one.piece === piece.key)
                  .map((one) => (
                    <span key={`${one.fault} ${one.detail}`} className={styles.mark} data-tone="error">
                      <Icon name="error" size={14} />
                      {guideFaultText(one, t)}
                    </span>
                  ))}
              </span>
              <span className={styles.marks}>
                {at === 0 && <span className={styles.mark}>{t('flow.list.start')}</span>}
                {piece.kind === 'say' && piece.isOpen && (
                  <span className={styles.mark} data-tone="info">
                    {t('guides.open')}
                  </span>
                )}
              </span>
            </button>
            {answersOf(piece).length > 0 && (
              <span className={styles.ways}>
                {answersOf(piece).map(({ key, words, to }) => {
                  const target = pieceOf(pieces, to)
                  return (
                    <button
                      key={key}
                      type="button"
                      tabIndex={-1}
                      className={styles.way}
                      data-missing={target === null || undefined}
                      onClick={() => target !== null && onChoose(to)}
                    >
                      <em>{words === '' ? '?' : words}</em>{' '}
                      {target === null ? t('guides.nowhere') : t('flow.list.to', { step: pieceName(target) })}
                    </button>
                  )
                })}
              </span>
            )}
          </li>
        ))}
      </ol>
      <p className={styles.soft}>{t('guides.keys')}</p>
    </div>
  )
}
