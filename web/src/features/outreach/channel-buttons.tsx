import type { CaseDetail, CasePermission, ChannelPermission } from '@regie/contract/cases.ts'
import { channels } from '@regie/contract/channels.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { rightOfWritten, type WrittenChannel } from '@regie/contract/manual-messages.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { Can } from '../../session/can.tsx'
import { useRight } from '../../session/use-right.ts'
import { personName } from '../../session/people.ts'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { OfferedAction } from '../../ui/screen-actions.ts'
import { useKey } from '../../ui/use-key.ts'
import { useIsPhone } from '../../ui/use-media.ts'
import styles from './outreach.module.css'
import { mayPlanFor } from './plan-choice.tsx'
import { useLights, useManualCall, useStartCall } from './outreach-data.ts'
import { refusalOf } from './call-now-button.tsx'

const ComposeDialog = lazy(() => import('./compose-dialog.tsx').then((module) => ({ default: module.ComposeDialog })))

type ButtonsProps = {
  found: CaseDetail
  /** What stands under the buttons where it is the pause of the case that holds them, and above them on a phone, where they stand at the lower edge. */
  whenPaused?: ReactNode
  children?: ReactNode
}

/** One button for each way to reach the person, with its legal light: what may not now is grey, and one sentence says why and when again. */
export function ChannelButtons({ found, whenPaused, children }: ButtonsProps) {
  const t = useText()
  return (
    <section className={styles.box} aria-label={t('cases.lights.title')}>
      <Loaded query={useLights(found.caseID)} lines={1}>
        {(known) => (
          <Channels found={found} permission={asItStands(known, found.status)} whenPaused={whenPaused}>
            {children}
          </Channels>
        )}
      </Loaded>
    </section>
  )
}

type ChannelsProps = { found: CaseDetail; permission: CasePermission; whenPaused: ReactNode; children: ReactNode }

function Channels({ found, permission, whenPaused, children }: ChannelsProps) {
  const isHeld = channels.some((channel) => permission[channel].reason === 'casePaused')
  const isPhone = useIsPhone()
  const pause = isHeld && <div className={styles.pause}>{whenPaused}</div>
  return (
    <>
      {isPhone && pause}
      <div className={styles.channels}>
        <CallButton found={found} permission={permission.call} />
        <WriteButton found={found} channel="email" permission={permission.email} />
        <WriteButton found={found} channel="sms" permission={permission.sms} />
        <WriteButton found={found} channel="whatsapp" permission={permission.whatsapp} />
        <span className={styles.others}>{children}</span>
      </div>
      {!isPhone && pause}
      <Limits
        permission={permission}
        callWords={useCallWords(found)}
        saidUntil={isHeld && whenPaused !== undefined ? found.pausedUntil : undefined}
      />
    </>
  )
}

// A case that was closed a moment ago is closed, also while its lights are asked again.
function asItStands(known: CasePermission, status: CaseDetail['status']): CasePermission {
  if (status !== 'closed') return known
  const closed: ChannelPermission = { ok: false, reason: 'caseClosed', nextAt: null }
  return { call: closed, email: closed, sms: closed, whatsapp: closed, link: closed }
}

function CallButton({ found, permission }: { found: CaseDetail; permission: ChannelPermission }) {
  const t = useText()
  const start = useStartCall()
  const current = useManualCall(found.caseID)
  const mayCall = useRight(Right.changeCases)
  const isOn = current !== null && current.state !== 'ended'
  const isRung = found.liveState === 'calling' || found.liveState === 'incall'
  const refusal = isOn ? t('outreach.call.isOn') : isRung ? t('outreach.call.scriptCalls') : refusalText(t, permission)
  const dial = () => {
    if (start.isPending || refusal !== undefined || !mayCall) return
    start.mutate({ params: { caseID: found.caseID } }, { onError: (failure) => notify(refusalOf(failure)) })
  }
  useKey('b', dial)
  return (
    <Can right={Right.changeCases} refusal={refusal}>
      {(reason) => (
        <>
          <OfferedAction id="b" label={t('cases.channels.call')} icon="phone" keyName="b" reason={reason} run={dial} />
          <Button kind="main" shape="tile" icon={<Icon name="phone" size={16} />} reason={reason} isBusy={start.isPending} onPress={dial}>
            {t('cases.channels.call')}
          </Button>
        </>
      )}
    </Can>
  )
}

const channelIcons = { email: 'mail', sms: 'sms', whatsapp: 'whatsapp' } as const satisfies Record<WrittenChannel, IconName>
type WriteProps = { found: CaseDetail; channel: WrittenChannel; permission: CasePermission[WrittenChannel] }

function WriteButton({ found, channel, permission }: WriteProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const { ok, nextAt, byText } = permission
  const isPlanned = !ok && !byText && mayPlanFor(nextAt)
  return (
    // What may not leave now is written now and planned for the moment at which it may; a text that names who gets it may leave where the person is not reached.
    <Can right={rightOfWritten[channel]} refusal={byText || isPlanned ? undefined : refusalText(t, permission)}>
      {(reason) => (
        <>
          <OfferedAction
            id={channel}
            label={t(`outreach.compose.${channel}`)}
            icon={channelIcons[channel]}
            reason={reason}
            run={() => setOpen(true)}
          />
          <Button
            shape="tile"
            icon={<Light channel={channel} permission={permission} isPlanned={isPlanned} />}
            reason={reason}
            onPress={() => setOpen(true)}
          >
            {t(`cases.channels.${channel}`)}
            {isPlanned && <span className="visually-hidden"> · {t('outreach.planLater')}</span>}
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

type LightProps = { channel: WrittenChannel; permission: ChannelPermission; isPlanned: boolean }

function Light({ channel, permission: { ok }, isPlanned }: LightProps) {
  return (
    <>
      <span className={styles.light} data-tone={ok ? 'success' : 'neutral'} data-planned={isPlanned || undefined} aria-hidden="true">
        {isPlanned && <Icon name="clock" size={16} />}
      </span>
      <span className={styles.channelIcon}>
        <Icon name={channelIcons[channel]} size={16} />
      </span>
    </>
  )
}

/** Why no payment link may reach the person of this case now; null: one may, or its dialog tells who else gets it. */
export function useLinkRefusal({ caseID }: CaseDetail): string | null {
  const t = useText()
  const light = useLights(caseID).data?.link
  return light === undefined || light.byText ? null : (refusalText(t, light) ?? null)
}

/** Why a channel is grey; undefined: it may be used now. */
function refusalText(t: ReturnType<typeof useText>, { ok, reason, nextAt }: ChannelPermission): string | undefined {
  if (ok) return undefined
  const why = reason === null ? t('cases.lights.no') : t(`cases.refusals.${reason}`)
  return nextAt === null ? why : `${why} · ${t('cases.lights.again', { at: formatNextMoment(nextAt) })}`
}

/** Who has the person on the phone: it comes before what the law allows. */
function useCallWords({ caseID, liveState }: CaseDetail): string | null {
  const t = useText()
  const call = useManualCall(caseID)
  if (call !== null && call.state !== 'ended') {
    // Of one's own call the strip says all.
    if (call.mine) return t(`outreach.call.${call.state}`)
    return t(call.state === 'talking' ? 'outreach.call.colleague' : 'outreach.call.by', { name: personName(call.by) })
  }
  return liveState === 'calling' || liveState === 'incall' ? t('outreach.call.scriptCalls') : null
}

type LimitsProps = {
  permission: CasePermission
  callWords: string | null
  /** Until when the pause lasts that stands above the buttons; undefined: none is said there. */
  saidUntil: string | null | undefined
}

// What is refused for one reason until one moment is said once.
function Limits({ permission, callWords, saidUntil }: LimitsProps) {
  const t = useText()
  const refused = channels.filter((channel) => !permission[channel].ok)
  const isSaid = ({ reason, nextAt }: ChannelPermission) => reason === 'casePaused' && (saidUntil === null || nextAt === saidUntil)
  const unsaid = refused.filter((channel) => !isSaid(permission[channel]))
  const groups = Object.values(Object.groupBy(unsaid, (channel) => `${permission[channel].reason} ${permission[channel].nextAt}`))
  if (refused.length === 0 && callWords === null) return <p className={styles.limits}>{t('outreach.allAllowed')}</p>
  return (
    <ul className={styles.limits}>
      {callWords !== null && (
        <li>
          <strong>{callWords}</strong>
        </li>
      )}
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
