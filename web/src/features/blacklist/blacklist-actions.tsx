import { blacklistApi } from '@regie/contract/blacklist.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { download } from '../../api/download.ts'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { failureWords } from '../../ui/failure-text.tsx'
import { type BlacklistFilters, blacklistQuery } from './blacklist-query.ts'
import { ImportDialog } from './import-dialog.tsx'

/** Reading a list from elsewhere, and taking this one along. */
export function BlacklistActions({ customerID, filters }: { customerID: number; filters: BlacklistFilters }) {
  const t = useText()
  const locale = useLocale()
  const [isBusy, setBusy] = useState(false)
  const [isImporting, setImporting] = useState(false)
  async function save() {
    setBusy(true)
    await download(blacklistApi.download, { query: { ...blacklistQuery(customerID, filters), locale } }, 'blacklist.csv').catch(
      (failure: Error) => notify(failureWords(failure)),
    )
    setBusy(false)
  }
  return (
    <>
      <Can right={Right.addToBlacklist}>
        {(reason) => (
          <Button reason={reason} onPress={() => setImporting(true)}>
            {t('blacklist.import')}
          </Button>
        )}
      </Can>
      <Button isBusy={isBusy} onPress={() => void save()}>
        {t('blacklist.download')}
      </Button>
      {isImporting && <ImportDialog customerID={customerID} onClose={() => setImporting(false)} />}
    </>
  )
}
