import type { ResponseOf } from '@regie/contract/endpoint.ts'
import type { handOverApi } from '@regie/contract/hand-overs.ts'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Stack } from '../../ui/stack.tsx'
import { CheckInput } from '../../ui/toggles.tsx'

type WhatIsMissingProps = {
  incomplete: ResponseOf<typeof handOverApi.question>['incomplete']
  /** Whoever hands over says that they know. */
  isKnown: boolean
  onKnown: (isKnown: boolean) => void
}

const shownMax = 20

/** What a bailiff will miss, case by case; it goes when whoever hands over says so. */
export function WhatIsMissing({ incomplete: { count, cases }, isKnown, onKnown }: WhatIsMissingProps) {
  const t = useText()
  const shown = cases.slice(0, shownMax)
  const rest = count - shown.length
  const lacksLetter = cases.some(({ lacks }) => lacks.includes('letter'))
  return (
    <Stack>
      <Notice tone="warning" icon="alert" title={t('arrangements.handOvers.give.missing.title', { count, total: formatNumber(count) })}>
        {lacksLetter && <p>{t('arrangements.handOvers.give.missing.letter')}</p>}
        <p>{t('arrangements.handOvers.give.missing.text')}</p>
        <ul>
          {shown.map(({ caseID, caseNumber, name, lacks }) => (
            <li key={caseID}>
              <AppLink to={paths.case(caseID)}>{caseNumber}</AppLink> {name}:{' '}
              {lacks.map((lack) => t(`arrangements.handOvers.give.missing.lacks.${lack}`)).join(', ')}
            </li>
          ))}
          {rest > 0 && <li>{t('arrangements.handOvers.give.missing.more', { count: rest, total: formatNumber(rest) })}</li>}
        </ul>
      </Notice>
      <CheckInput label={t('arrangements.handOvers.give.missing.too')} value={isKnown} onChange={onKnown} />
    </Stack>
  )
}
