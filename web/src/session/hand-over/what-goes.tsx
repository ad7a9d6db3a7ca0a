import type { ResponseOf } from '@regie/contract/endpoint.ts'
import type { handOverApi } from '@regie/contract/hand-overs.ts'
import { errorText } from '../../locales/error-text.ts'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { amountsOf } from './amounts.ts'

/** How many go and how much that is, and of what stays why, case by case. */
export function WhatGoes({ question }: { question: ResponseOf<typeof handOverApi.question> | undefined }) {
  const t = useText()
  if (question === undefined) return <Skeleton lines={2} />
  const { allowed, open, refused, cases } = question
  const stays = refused.reduce((sum, { count }) => sum + count, 0)
  return (
    <div aria-live="polite">
      <Notice tone={allowed === 0 ? 'error' : 'info'}>
        {allowed === 0
          ? t('arrangements.handOvers.give.none')
          : t('arrangements.handOvers.give.goes', { count: allowed, total: formatNumber(allowed), amount: amountsOf(open) })}
      </Notice>
      {stays > 0 && (
        <details>
          <summary>
            {t('arrangements.handOvers.give.stay', { count: stays, total: formatNumber(stays) })}{' '}
            {refused
              .map(({ reason, count }) => (refused.length === 1 ? errorText(reason) : `${errorText(reason)} (${formatNumber(count)})`))
              .join(' ')}
          </summary>
          <ul>
            {cases.map(({ caseID, caseNumber, reason }) => (
              <li key={caseID}>
                <AppLink to={paths.case(caseID)}>{caseNumber}</AppLink> · {errorText(reason)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
