import { callApi } from '@regie/contract/calls.ts'
import type { ChannelPermission } from '@regie/contract/cases.ts'
import { ApiFailure } from '../../api/api-failure.ts'
import { errorText } from '../../locales/error-text.ts'
import { findText, useText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { paths } from '../../paths.ts'
import { useGoTo } from '../../session/address.ts'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useStartCall } from './outreach-data.ts'

type CallNowProps = {
  caseID: number
  name: string
  /** May the person be called now; undefined: it is not known yet, and the call itself says it. */
  light: ChannelPermission | undefined
}

/** Calls the person of a case from a list, and opens the case; where that may not be now, it is grey and says why and from when. */
export function CallNowButton({ caseID, name, light }: CallNowProps) {
  const t = useText()
  const goTo = useGoTo()
  const start = useStartCall()
  const call = () => {
    if (start.isPending) return
    start.mutate({ params: { caseID } }, { onSuccess: () => goTo(paths.case(caseID)), onError: (failure) => notify(refusalOf(failure)) })
  }
  const refusal = light === undefined || light.ok ? undefined : whyNot(t, light)
  return (
    <Can to={callApi.start} refusal={refusal}>
      {(reason) => <IconButton icon="phone" label={t('nextCase.callNow', { name })} reason={reason} onPress={call} />}
    </Can>
  )
}

function whyNot(t: ReturnType<typeof useText>, { reason, nextAt }: ChannelPermission): string {
  const why = reason === null ? t('cases.lights.no') : t(`cases.refusals.${reason}`)
  return nextAt === null ? why : `${why} · ${t('cases.lights.again', { at: formatNextMoment(nextAt) })}`
}

/** Why a call was refused: its own reason where the answer names one. */
export function refusalOf(failure: Error): string {
  if (!(failure instanceof ApiFailure)) return errorText('error.unexpected')
  const reason = failure.params?.reason
  return (typeof reason === 'string' ? findText(`cases.refusals.${reason}`) : undefined) ?? errorText(failure.code, failure.params)
}
