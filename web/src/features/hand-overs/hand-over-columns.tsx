import type { HandOver } from '@regie/contract/hand-overs.ts'
import { useMemo } from 'react'
import { errorText } from '../../locales/error-text.ts'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { typedDay } from '../../locales/read-day.ts'
import { personName } from '../../session/people.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { amountsOf } from '../../session/hand-over/amounts.ts'
import { stateOf } from './hand-overs-data.ts'

type Tone = 'neutral' | 'success' | 'warning' | 'info'
const looks: Record<ReturnType<typeof stateOf>, { tone: Tone; icon: IconName }> = {
  atWork: { tone: 'info', icon: 'hourglass' },
  handedOver: { tone: 'success', icon: 'send' },
  takenBack: { tone: 'warning', icon: 'reopen' },
  undone: { tone: 'neutral', icon: 'history' },
  none: { tone: 'neutral', icon: 'ban' },
}

/** How a hand-over stands. */
export function HandOverState({ of }: { of: HandOver }) {
  const t = useText()
  const state = stateOf(of)
  return <Badge {...looks[state]}>{t(`arrangements.handOvers.states.${state}`)}</Badge>
}

/** What there is to take along, or why not, as words. */
export function useFileWords() {
  const t = useText()
  return ({ file }: Pick<HandOver, 'file'>) => {
    if (file === null) return t('arrangements.handOvers.file.none')
    if (file.state === 'failed') return t('arrangements.handOvers.file.failed', { why: errorText(file.fault ?? 'error.unexpected') })
    return file.state === 'kept' ? file.name : t(`arrangements.handOvers.file.${file.state}`)
  }
}

export function useHandOverColumns(): readonly Column<HandOver>[] {
  const t = useText()
  const fileWords = useFileWords()
  return useMemo(
    () => [
      { key: 'on', label: t('arrangements.handOvers.columns.on'), width: 110, cell: ({ on }) => typedDay(on) },
      {
        key: 'to',
        label: t('arrangements.handOvers.columns.to'),
        width: 170,
        takesRest: true,
        cell: ({ name }) => name,
        text: ({ name }) => name,
      },
      {
        key: 'kind',
        label: t('arrangements.handOvers.columns.kind'),
        width: 150,
        cell: ({ kind }) => t(`arrangements.handOvers.give.kinds.${kind}`),
      },
      { key: 'reference', label: t('arrangements.handOvers.columns.reference'), width: 110, cell: ({ reference }) => reference },
      {
        ...{ key: 'cases', label: t('arrangements.handOvers.columns.cases'), width: 90, align: 'right' as const },
        cell: ({ counts }) => formatNumber(counts.handedOver),
      },
      {
        ...{ key: 'open', label: t('arrangements.handOvers.columns.open'), width: 120, align: 'right' as const },
        cell: ({ open }) => amountsOf(open),
      },
      { key: 'file', label: t('arrangements.handOvers.columns.file'), width: 180, cell: fileWords, text: fileWords },
      { key: 'state', label: t('arrangements.handOvers.columns.state'), width: 150, cell: (row) => <HandOverState of={row} /> },
      { key: 'by', label: t('arrangements.handOvers.columns.by'), width: 110, cell: ({ by }) => personName(by) },
    ],
    [t, fileWords],
  )
}
