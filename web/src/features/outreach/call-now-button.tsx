import { callApi } from '@regie/contract/calls.ts'
import { ApiFailure } from '../../api/api-failure.ts'
import { errorText } from '../../locales/error-text.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { useGoTo } from '../../session/address.ts'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useStartCall } from './outreach-data.ts'

/** Calls the person of a case from a list, and opens the case; where that may not be now, a word says why. */
export function CallNowButton({ caseID, name }: { caseID: number; name: string }) {
  const t = useText()
  const goTo = useGoTo()
  const start = useStartCall()
  const call = () => {
    if (start.isPending) return
    start.mutate(
      { params: { caseID } },
      {
        onSuccess: () => goTo(paths.case(caseID)),
        onError: (failure) =>
          notify(failure instanceof ApiFailure ? errorText(failure.code, failure.params) : errorText('error.unexpected')),
      },
    )
  }
  return (
    <Can to={callApi.start}>
      {(reason) => <IconButton icon="phone" label={t('nextCase.callNow', { name })} reason={reason} onPress={call} />}
    </Can>
  )
}
