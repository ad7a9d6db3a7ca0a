import { useEffect, useRef } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { useGoTo, useHere } from '../../session/address.ts'
import { notify } from '../../session/notification.tsx'
import { useDesk } from './desk-data.ts'

/** Brings an agent to their desk when somebody is put through to them. Whoever is in a question stays, and is told. */
export function CallPop({ customerID }: { customerID: number }) {
  const t = useText()
  const goTo = useGoTo()
  const here = useHere()
  const { data } = useDesk(customerID, 'toolbar')
  const call = data?.call ?? null
  const calledID = call !== null && call.queue !== null && call.state === 'talking' ? call.callID : null
  const popped = useRef<number | null>(null)
  useEffect(() => {
    if (calledID === null || popped.current === calledID) return
    popped.current = calledID
    if (here === paths.desk()) return
    if (document.querySelector('dialog[open]') === null) goTo(paths.desk())
    else notify(t('desk.putThrough'))
  }, [calledID, goTo, here, t])
  return null
}
