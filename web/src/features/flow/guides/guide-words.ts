import type { EndPiece, GuideChange, GuideFault, GuidePiece } from '@regie/contract/guides.ts'
import { resultOfEnd } from '@regie/contract/guide-rules.ts'
import type { useText } from '../../../locales/i18n.tsx'
import type { IconName } from '../../../ui/icon.tsx'
import { resultText } from '../step-words.ts'

type Text = ReturnType<typeof useText>

export const pieceIcon = ({ kind }: GuidePiece): IconName => (kind === 'say' ? 'feedback' : 'check')

/** What an end does, with its result where that is chosen. */
function workText(end: Pick<EndPiece, 'work' | 'result'>, t: Text): string {
  const code = resultOfEnd(end)
  const words = t(`guides.works.${end.work}`)
  return (end.work === 'result' || end.work === 'debtHelp') && code !== null ? `${words}: ${resultText(code)}` : words
}

/** How a piece is told in a line: how its text begins, or what its end does. */
export const pieceSummary = (piece: GuidePiece, t: Text): string =>
  piece.kind === 'end' ? workText(piece, t) : piece.text.trim() === '' ? t('guides.noText') : `“${piece.text.slice(0, 80)}”`

export const guideFaultText = ({ fault, detail = '' }: GuideFault, t: Text): string => t(`guides.faults.${fault}`, { detail })

/** One change of a version, to be read behind the name of its piece. */
export const guideChangeText = ({ change, from = '', to = '', answer = '' }: GuideChange, t: Text): string =>
  t(`guides.changes.${change}`, { from, to, answer })
