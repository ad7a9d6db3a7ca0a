import { type Communication, caseApi } from '@regie/contract/cases.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { download } from '../../../api/download.ts'
import { useDownload } from '../../../api/use-download.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Can } from '../../../session/can.tsx'
import { FailureText } from '../../../ui/failure-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { KeyValueList } from '../../../ui/key-value-list.tsx'

type MailExtrasProps = { caseID: number; communicationID: number; mail: NonNullable<Communication['mail']> }

/** What an e-mail carried beside its text, and the file that left where it was kept. */
export function MailExtras({ caseID, communicationID, mail }: MailExtrasProps) {
  const t = useText()
  const { leaves, replyTo, cc, bcc, receiverReason, sha256 } = mail
  const params = { caseID, communicationID }
  const { isBusy, failure, save } = useDownload(() => download(caseApi.sentMail, { params }, `mail-${communicationID}.eml`))
  const items = [
    { key: 'receiver', value: receiverReason === null ? '' : t(`cases.messages.mail.receivers.${receiverReason}`) },
    { key: 'replyTo', value: replyTo },
    { key: 'cc', value: cc.join(', ') },
    { key: 'bcc', value: bcc.join(', ') },
    { key: 'leaves', value: leaves ? t('cases.messages.mail.leavesText') : '' },
    { key: 'sha256', value: sha256 ?? '' },
  ] as const
  const shown = items.filter(({ value }) => value !== '').map((item) => ({ ...item, label: t(`cases.messages.mail.${item.key}`) }))
  if (shown.length === 0) return null
  return (
    <>
      <KeyValueList items={shown} />
      {sha256 !== null && (
        <Can right={Right.viewPersonalData}>
          {(reason) => (
            <Button icon={<Icon name="download" size={16} />} isBusy={isBusy} reason={reason} onPress={save}>
              {t('cases.messages.mail.eml')}
            </Button>
          )}
        </Can>
      )}
      {failure !== null && <FailureText failure={failure} />}
    </>
  )
}
