import { unansweredCodes } from '@regie/contract/case-action-rules.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import type { ResultCode } from '@regie/contract/result-codes.ts'
import { useState } from 'react'
import { ApiFailure } from '../../../api/api-failure.ts'
import { errorText } from '../../../locales/error-text.ts'
import { useText } from '../../../locales/i18n.tsx'
import { notify } from '../../../session/notification.tsx'
import { Button } from '../../../ui/button.tsx'
import { sendCase, useCaseAnswer } from '../case-work-data.ts'

/** How a call ended in which nobody was spoken to, in one press: the script waits no longer for it. */
export function UnansweredButtons({ found }: { found: CaseDetail }) {
  const t = useText()
  const answered = useCaseAnswer()
  const [busy, setBusy] = useState<ResultCode | null>(null)
  const give = async (resultCode: ResultCode) => {
    if (busy !== null) return
    setBusy(resultCode)
    try {
      answered(await sendCase.result(found.caseID, { version: found.version, resultCode }))
    } catch (failure) {
      notify(failure instanceof ApiFailure ? errorText(failure.code, failure.params) : errorText('error.unexpected'))
    }
    setBusy(null)
  }
  return unansweredCodes.map((code) => (
    <Button key={code} isBusy={busy === code} onPress={() => void give(code)}>
      {t(`cases.results.${code}`)}
    </Button>
  ))
}
