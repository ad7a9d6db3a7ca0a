import { formatDate } from '../../../locales/format.ts'
import { formatMomentInSentence } from '../../../locales/moment-in-sentence.ts'
import { findText, useText } from '../../../locales/i18n.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useReopenQuestion } from '../case-work-data.ts'

/** When and why a case closes again by itself after it is reopened. A script that begins anew is not at its end. */
export function ClosesAgain({ caseID, isRestarted }: { caseID: number; isRestarted: boolean }) {
  const t = useText()
  const { data } = useReopenQuestion(caseID)
  if (data === undefined) return null
  const { expiresOn, isExpired, scriptEnd } = data
  return (
    <div aria-live="polite">
      {expiresOn !== null && (
        <Notice tone={isExpired ? 'warning' : 'info'}>
          {t(isExpired ? 'cases.reopen.expired' : 'cases.reopen.expires', { day: formatDate(expiresOn) })}
        </Notice>
      )}
      {scriptEnd !== null && !isRestarted && (
        <Notice tone="warning">
          {t('cases.reopen.scriptEnd', {
            at: formatMomentInSentence(scriptEnd.at),
            result: findText(`cases.results.${scriptEnd.result}`) ?? scriptEnd.result,
          })}
        </Notice>
      )}
    </div>
  )
}
