import { contactApi } from '@regie/contract/contacts.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { download } from '../../api/download.ts'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { failureWords } from '../../ui/failure-text.tsx'
import { type ContactFilters, contactsQuery } from './contacts-data.ts'
import { DuplicatesDialog } from './duplicates-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'

/** Reading contacts from elsewhere, taking these along, and finding who stands there twice. */
export function ContactsActions({ customerID, filters }: { customerID: number; filters: ContactFilters }) {
  const t = useText()
  const locale = useLocale()
  const [isBusy, setBusy] = useState(false)
  const [opened, setOpened] = useState<'import' | 'duplicates' | null>(null)
  const close = () => setOpened(null)
  async function save() {
    setBusy(true)
    const { customerID: of, ...chosen } = contactsQuery(customerID, { ...filters, sort: '' })
    await download(contactApi.download, { query: { customerID: of, ...chosen, locale } }, 'contacten.csv').catch((failure: Error) =>
      notify(failureWords(failure)),
    )
    setBusy(false)
  }
  return (
    <>
      {(['duplicates', 'import'] as const).map((name) => (
        <Can key={name} right={Right.changeContacts}>
          {(reason) => (
            <Button reason={reason} onPress={() => setOpened(name)}>
              {t(`contacts.actions.${name}`)}
            </Button>
          )}
        </Can>
      ))}
      <Button isBusy={isBusy} onPress={() => void save()}>
        {t('contacts.actions.download')}
      </Button>
      {opened === 'import' && <ImportDialog customerID={customerID} onClose={close} />}
      {opened === 'duplicates' && <DuplicatesDialog customerID={customerID} onClose={close} />}
    </>
  )
}
