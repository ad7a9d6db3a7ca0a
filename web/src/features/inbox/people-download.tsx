import { Right } from '@regie/contract/right-codes.ts'
import { whatsappApi } from '@regie/contract/whatsapp-texts.ts'
import { useState } from 'react'
import { download } from '../../api/download.ts'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { failureWords } from '../../ui/failure-text.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Takes along who writes by WhatsApp and is known by an id alone, as a file. */
export function PeopleDownload({ customerID }: { customerID: number }) {
  const t = useText()
  const locale = useLocale()
  const [isBusy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    await download(whatsappApi.people, { query: { customerID, locale } }, 'whatsapp.csv').catch((failure: Error) =>
      notify(failureWords(failure)),
    )
    setBusy(false)
  }
  return (
    <Can right={Right.exportReports}>
      {(reason) => (
        <Button kind="quiet" icon={<Icon name="download" size={16} />} reason={reason} isBusy={isBusy} onPress={() => void save()}>
          {t('inbox.withoutNumber')}
        </Button>
      )}
    </Can>
  )
}
