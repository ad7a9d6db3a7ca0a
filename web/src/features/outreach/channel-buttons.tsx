import type { CaseDetail, CasePermission, ChannelPermission } from '@regie/contract/cases.ts'
import { channels } from '@regie/contract/channels.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { rightOfWritten, type WrittenChannel } from '@regie/contract/manual-messages.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { Can } from '../../session/can.tsx'
import { useRight } from '../../session/use-right.ts'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { OfferedAction } from '../../ui/screen-actions.ts'
import { useKey } from '../../ui/use-key.ts'
import styles from './outreach.module.css'
import { useLights, useManualCall, useStartCall } from './outreach-data.ts'
import { errorText } from '../../locales/error-text.ts'
import { ApiFailure } from '../../api/api-failure.ts'

const ComposeDialog = lazy(() => import('./compose-dialog.tsx').then((module) => ({ default: module.ComposeDialog })))

/** One button for each way to reach the person, with its legal light: what may not now is grey, and one sentence says why and when again. */
export function ChannelButtons({ found, children }: { found: CaseDetail; children?: ReactNode }) {
  const t = useText()
  return (
    <section className={styles.box} aria-label={t('cases.lights.title')}>
      <Loaded query={useLights(found.caseID)} lines={1}>
        {(permission) => (
          <>
            <div className={styles.channels}>
              <CallButton found={found} permission={permission.call} />
              <WriteButton found={found} channel="email" permission={permission.email} />
              <WriteButton found={found} channel="sms" permission={permission.sms} />
              <Button icon={<Light permission={permission.whatsapp} />} reason={refusalText(t, permission.whatsapp) ?? t('ui.noRight')}>
                {t('cases.channels.whatsapp')}
              </Button>
              {children}
            </div>
            <Limits permission={permission} />
          </>
        )}
      </Loaded>
    </section>
  )
}

function CallButton({ found, permission }: { found: CaseDetail; permission: ChannelPermission }) {
  const t = useText()
  const start = useStartCall()
  const current = useManualCall(found.caseID)
  const mayCall = useRight(Right.changeCases)
  const isOn = current !== null && current.state !== 'ended'
  const refusal = isOn ? t('outreach.call.isOn') : refusalText(t, permission)
  const dial = () => {
    if (start.isPending || refusal !== undefined || !mayCall) return
    start.mutate(
      { params: { caseID: found.caseID } },
      {
        onError: (failure) =>
          notify(failure instanceof ApiFailure ? errorText(failure.code, failure.params) : errorText('error.unexpected')),
      },
    )
  }
  useKey('b', dial)
  return (
    <Can right={Right.changeCases} refusal={refusal}>
      {(reason) => (
        <>
          <OfferedAction id="b" label={t('cases.channels.call')} icon="phone" keyName="b" reason={reason} run={dial} />
          <Button kind="main" icon={<Icon name="phone" size={16} />} reason={reason} isBusy={start.isPending} onPress={dial}>
            {t('cases.channels.call')}
          </Button>
        </>
      )}
    </Can>
  )
}

type WriteProps = { found: CaseDetail; channel: WrittenChannel; permission: ChannelPermission }

function WriteButton({ found, channel, permission }: WriteProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <Can right={rightOfWritten[channel]} refusal={refusalText(t, permission)}>
      {(reason) => (
        <>
          <OfferedAction
            id={channel}
            label={t(`outreach.compose.${channel}`)}
            icon={channel === 'email' ? 'mail' : 'sms'}
            reason={reason}
            run={() => setOpen(true)}
          />
          <Button icon={<Light permission={permission} />} reason={reason} onPress={() => setOpen(true)}>
            {t(`cases.channels.${channel}`)}
          </Button>
          {isOpen && (
            <Suspense>
              <ComposeDialog found={found} channel={channel} onClose={() => setOpen(false)} />
            </Suspense>
          )}
        </>
      )}
    </Can>
  )
}

function Light({ permission: { ok } }: { permission: ChannelPermission }) {
  return <span className={styles.light} data-tone={ok ? 'success' : 'neutral'} aria-hidden="true" />
}

/** Why a channel is grey; undefined: it may be used now. */
function refusalText(t: ReturnType<typeof useText>, { ok, reason, nextAt }: ChannelPermission): string | undefined {
  if (ok) return undefined
  const why = reason === null ? t('cases.lights.no') : t(`cases.refusals.${reason}`)
  return nextAt === null ? why : `${why} · ${t('cases.lights.again', { at: formatNextMoment(nextAt) })}`
}

// What is refused for one reason until one moment is said once.
function Limits({ permission }: { permission: CasePermission }) {
  const t = useText()
  const refused = channels.filter((channel) => !permission[channel].ok)
  const groups = Object.values(Object.groupBy(refused, (channel) => `${permission[channel].reason} ${permission[channel].nextAt}`))
  if (groups.length === 0) return <p className={styles.limits}>{t('outreach.allAllowed')}</p>
  return (
    <ul className={styles.limits}>
      {groups.map((alike = []) => {
        const first = alike[0]
        if (first === undefined) return null
        const words = alike.length === channels.length ? '' : `${alike.map((channel) => t(`cases.channels.${channel}`)).join(', ')}: `
        return (
          <li key={alike.join()}>
            {words}
            {refusalText(t, permission[first])}
          </li>
        )
      })}
    </ul>
  )
}
