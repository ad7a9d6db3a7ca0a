import { caseActionRefusal } from '@regie/contract/case-action-rules.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { findText, useText } from '../../../locales/i18n.tsx'
import { Can } from '../../../session/can.tsx'
import { useRight } from '../../../session/use-right.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { useScreenAction } from '../../../ui/screen-actions.ts'
import { useKey } from '../../../ui/use-key.ts'
import { BookPaymentDialog } from './book-payment-dialog.tsx'
import { CloseCaseDialog } from './close-case-dialog.tsx'
import { LinkCaseDialog } from './link-case-dialog.tsx'
import { PauseCaseDialog, ResumeCaseDialog } from './pause-case-dialog.tsx'
import { ReopenCaseDialog } from './reopen-case-dialog.tsx'
import { ResultDialog } from './result-dialog.tsx'
import { UnlinkCaseDialog } from './unlink-case-dialog.tsx'

const dialogs = {
  setResult: ResultDialog,
  close: CloseCaseDialog,
  book: BookPaymentDialog,
  reopen: ReopenCaseDialog,
  pause: PauseCaseDialog,
  resume: ResumeCaseDialog,
  link: LinkCaseDialog,
  unlink: UnlinkCaseDialog,
}
type Asked = keyof typeof dialogs
const rights: Record<Asked, number> = {
  book: Right.bookPayments,
  setResult: Right.changeCases,
  pause: Right.changeCases,
  resume: Right.changeCases,
  link: Right.changeCases,
  unlink: Right.changeCases,
  close: Right.closeCases,
  reopen: Right.closeCases,
}
const icons: Record<Asked, IconName> = {
  book: 'payment',
  setResult: 'result',
  close: 'lock',
  reopen: 'reopen',
  pause: 'pause',
  resume: 'play',
  link: 'link',
  unlink: 'link',
}

/** What the state of a case allows; the rest is grey and says why. Each has its key. */
export function CaseActions({ found }: { found: CaseDetail }) {
  const t = useText()
  const mayLock = useRight(Right.lockBatches)
  const [asked, setAsked] = useState<Asked | null>(null)
  const isLocked = found.batchLocked && !mayLock
  const refusalOf = (action: Asked) => {
    if (isLocked) return t('cases.locked')
    if (action === 'link' || action === 'unlink' || action === 'book') return undefined
    const refusal = caseActionRefusal(found.status, action)
    return refusal === null ? undefined : (findText(`refusals.${refusal}`) ?? refusal)
  }
  const pauseOrResume = found.status === 'paused' ? 'resume' : 'pause'
  const closeOrReopen = found.status === 'closed' ? 'reopen' : 'close'
  const linkOrUnlink = found.linkedCase === null ? 'link' : 'unlink'
  const keyed = { r: 'setResult', p: pauseOrResume, s: closeOrReopen } as const
  const Dialog = asked === null ? null : dialogs[asked]
  return (
    <>
      {Object.entries(keyed).map(([key, action]) => (
        <ActionKey key={key} keyName={key} action={action} refusal={refusalOf(action)} onPress={() => setAsked(action)} />
      ))}
      <Can right={rights[pauseOrResume]} refusal={refusalOf(pauseOrResume)}>
        {(reason) => (
          <Button icon={<Icon name={icons[pauseOrResume]} size={16} />} reason={reason} onPress={() => setAsked(pauseOrResume)}>
            {t(`cases.${pauseOrResume}.button`)}
          </Button>
        )}
      </Can>
      <Can right={rights[closeOrReopen]} refusal={refusalOf(closeOrReopen)}>
        {(reason) => (
          <Button icon={<Icon name={icons[closeOrReopen]} size={16} />} reason={reason} onPress={() => setAsked(closeOrReopen)}>
            {t(`cases.${closeOrReopen}.button`)}
          </Button>
        )}
      </Can>
      <Can right={rights.setResult} refusal={refusalOf('setResult')}>
        {(reason) => (
          <Button icon={<Icon name="result" size={16} />} reason={reason} onPress={() => setAsked('setResult')}>
            {t('cases.result.button')}
          </Button>
        )}
      </Can>
      <Can right={rights[linkOrUnlink]} refusal={refusalOf(linkOrUnlink)}>
        {(linkReason) => (
          <Can right={rights.book} refusal={refusalOf('book')}>
            {(bookReason) => (
              <Menu
                label={t('cases.more')}
                trigger={<IconButton icon="more" label={t('cases.more')} />}
                items={[
                  { key: 'book', label: t('cases.book.button'), icon: icons.book, reason: bookReason, onPress: () => setAsked('book') },
                  {
                    key: linkOrUnlink,
                    label: t(`cases.${linkOrUnlink}.button`),
                    icon: 'link',
                    reason: linkReason,
                    onPress: () => setAsked(linkOrUnlink),
                  },
                ]}
              />
            )}
          </Can>
        )}
      </Can>
      {Dialog !== null && <Dialog found={found} onClose={() => setAsked(null)} />}
    </>
  )
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
    label: t(`cases.${action === 'setResult' ? 'result' : action}.button`),
    icon: icons[action],
    keyName,
    reason,
    run,
  })
  return null
}
