import { caseActionRefusal } from '@regie/contract/case-action-rules.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import { mayCall } from '@regie/contract/endpoint.ts'
import { handOverApi } from '@regie/contract/hand-overs.ts'
import { holdsRight, Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { findText, useText } from '../../../locales/i18n.tsx'
import { Can } from '../../../session/can.tsx'
import { useRight } from '../../../session/use-right.ts'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import { screenActions, useScreenAction } from '../../../ui/screen-actions.ts'
import { useKey } from '../../../ui/use-key.ts'
import { useIsPhone } from '../../../ui/use-media.ts'
import { BookPaymentDialog } from './book-payment-dialog.tsx'
import { CloseCaseDialog } from './close-case-dialog.tsx'
import { HandOverCaseDialog } from './hand-over-case-dialog.tsx'
import { LinkCaseDialog } from './link-case-dialog.tsx'
import { PauseCaseDialog, ResumeCaseDialog } from './pause-case-dialog.tsx'
import { CasePdfDialog } from '../print/case-pdf-dialog.tsx'
import { EvidenceDialog } from '../print/evidence-dialog.tsx'
import { ReopenCaseDialog } from './reopen-case-dialog.tsx'
import { ResultDialog } from './result-dialog.tsx'
import { UnlinkCaseDialog } from './unlink-case-dialog.tsx'

const dialogs = {
  handOver: HandOverCaseDialog,
  setResult: ResultDialog,
  close: CloseCaseDialog,
  book: BookPaymentDialog,
  reopen: ReopenCaseDialog,
  pause: PauseCaseDialog,
  resume: ResumeCaseDialog,
  link: LinkCaseDialog,
  unlink: UnlinkCaseDialog,
  pdf: CasePdfDialog,
  evidence: EvidenceDialog,
}
type Asked = keyof typeof dialogs
const rights: Record<Asked, number> = {
  handOver: Right.closeCases,
  book: Right.bookPayments,
  setResult: Right.changeCases,
  pause: Right.changeCases,
  resume: Right.changeCases,
  link: Right.changeCases,
  unlink: Right.changeCases,
  close: Right.closeCases,
  reopen: Right.closeCases,
  pdf: Right.exportReports,
  evidence: Right.exportReports,
}
const icons: Record<Asked, IconName> = {
  handOver: 'send',
  book: 'payment',
  setResult: 'result',
  close: 'lock',
  reopen: 'reopen',
  pause: 'pause',
  resume: 'play',
  link: 'link',
  unlink: 'link',
  pdf: 'download',
  evidence: 'shield',
}

/** What the state of a case allows; the rest is grey and says why. Each has its key. */
export function CaseActions({ found }: { found: CaseDetail }) {
  const t = useText()
  const isPhone = useIsPhone()
  const mayLock = useRight(Right.lockBatches)
  const [asked, setAsked] = useState<Asked | null>(null)
  const mayGive = mayCall(useSession().rights, handOverApi.start)
  const isLocked = found.batchLocked && !mayLock
  const refusalOf = (action: Asked) => {
    if (action === 'pdf' || action === 'evidence') return undefined
    if (isLocked) return t('cases.locked')
    if (found.handedOver !== null && (action === 'reopen' || action === 'handOver'))
      return findText('refusals.case.handedOver') ?? 'case.handedOver'
    if (action === 'handOver' && !mayGive) return t('ui.noRight')
    if (action === 'link' || action === 'unlink' || action === 'book') return undefined
    const refusal = caseActionRefusal(found.status, action === 'handOver' ? 'close' : action)
    return refusal === null ? undefined : (findText(`refusals.${refusal}`) ?? refusal)
  }
  const pauseOrResume = found.status === 'paused' ? 'resume' : 'pause'
  const closeOrReopen = found.status === 'closed' ? 'reopen' : 'close'
  const linkOrUnlink = found.linkedCase === null ? 'link' : 'unlink'
  const keyed = { r: 'setResult', p: pauseOrResume, s: closeOrReopen } as const
  const Dialog = asked === null ? null : dialogs[asked]
  const mayExport = useRight(rights.pdf)
  const notGiven = mayGive ? refusalOf('handOver') : t('ui.noRight')
  useScreenAction({
    ...{ id: 'handOver', label: words(t, 'handOver'), icon: icons.handOver, reason: notGiven },
    run: () => notGiven === undefined && setAsked('handOver'),
  })
  useScreenAction({
    ...{ id: 'pdf', label: words(t, 'pdf'), icon: icons.pdf },
    reason: mayExport ? undefined : t('ui.noRight'),
    run: () => mayExport && setAsked('pdf'),
  })
  const shown: Shown = { pauseOrResume, closeOrReopen, linkOrUnlink, refusalOf, onAsk: setAsked }
  return (
    <>
      {Object.entries(keyed).map(([key, action]) => (
        <ActionKey key={key} keyName={key} action={action} refusal={refusalOf(action)} onPress={() => setAsked(action)} />
      ))}
      {isPhone ? <ActionSheet {...shown} /> : <ActionButtons {...shown} />}
      {Dialog !== null && <Dialog found={found} onClose={() => setAsked(null)} />}
    </>
  )
}

type Shown = Record<'pauseOrResume' | 'closeOrReopen' | 'linkOrUnlink', Asked> & {
  refusalOf: (action: Asked) => string | undefined
  onAsk: (action: Asked) => void
}

const words = (t: ReturnType<typeof useText>, action: Asked) => t(`cases.${action === 'setResult' ? 'result' : action}.button`)

function ActionButtons({ pauseOrResume, closeOrReopen, linkOrUnlink, refusalOf, onAsk }: Shown) {
  const t = useText()
  const itemOf = useItemOf({ refusalOf, onAsk })
  return (
    <>
      {[pauseOrResume, closeOrReopen, 'setResult' as const].map((action) => (
        <Can key={action} right={rights[action]} refusal={refusalOf(action)}>
          {(reason) => (
            <Button icon={<Icon name={icons[action]} size={16} />} reason={reason} onPress={() => onAsk(action)}>
              {words(t, action)}
            </Button>
          )}
        </Can>
      ))}
      <Menu
        label={t('cases.more')}
        trigger={<IconButton icon="more" label={t('cases.more')} />}
        items={[itemOf('book'), itemOf(linkOrUnlink), itemOf('pdf'), itemOf('evidence'), itemOf('handOver')]}
      />
    </>
  )
}

/** All of it behind one button, in groups: what one does most on top, what ends the case apart and last. */
function ActionSheet({ pauseOrResume, closeOrReopen, linkOrUnlink, ...shown }: Shown) {
  const t = useText()
  const itemOf = useItemOf(shown)
  const items = () => {
    const link = screenActions().find(({ id }) => id === 'link')
    const [outcome, ofCase] = [t('cases.sheet.outcome'), t('cases.sheet.case')]
    return [
      { ...itemOf('setResult'), group: outcome },
      ...(link === undefined
        ? []
        : [{ key: 'send', label: link.label, icon: link.icon, reason: link.reason, onPress: link.run, group: outcome }]),
      { ...itemOf('book'), group: outcome },
      { ...itemOf(pauseOrResume), group: ofCase },
      { ...itemOf(linkOrUnlink), group: ofCase },
      { ...itemOf('pdf'), group: ofCase },
      { ...itemOf('evidence'), group: ofCase },
      { ...itemOf('handOver'), group: ofCase },
      { ...itemOf(closeOrReopen), group: '', isDanger: closeOrReopen === 'close' },
    ]
  }
  return (
    <Menu
      label={t('cases.barMore')}
      isSheet
      items={items}
      trigger={
        <Button shape="tile" icon={<Icon name="more" size={16} />}>
          {t('cases.barMore')}
        </Button>
      }
    />
  )
}

function useItemOf({ refusalOf, onAsk }: Pick<Shown, 'refusalOf' | 'onAsk'>) {
  const t = useText()
  const { rights: held } = useSession()
  return (action: Asked): MenuItem => ({
    key: action,
    label: words(t, action),
    icon: icons[action],
    reason: holdsRight(held, rights[action]) ? refusalOf(action) : t('ui.noRight'),
    onPress: () => onAsk(action),
  })
}

type ActionKeyProps = { keyName: string; action: Asked; refusal: string | undefined; onPress: () => void }

/** The key of an action, and its place in the palette. */
function ActionKey({ keyName, action, refusal, onPress }: ActionKeyProps) {
  const t = useText()
  const mayDo = useRight(rights[action])
  const reason = mayDo ? refusal : t('ui.noRight')
  const run = () => {
    if (reason === undefined) onPress()
  }
  useKey(keyName, run)
  useScreenAction({
    id: keyName,
    label: words(t, action),
    icon: icons[action],
    keyName,
    reason,
    run,
  })
  return null
}
