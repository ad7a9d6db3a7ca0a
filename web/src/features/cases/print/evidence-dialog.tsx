import type { CaseDetail } from '@regie/contract/cases.ts'
import { evidenceApi } from '@regie/contract/evidence.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { download } from '../../../api/download.ts'
import { useLocale, useText } from '../../../locales/i18n.tsx'
import { paths } from '../../../paths.ts'
import { Can } from '../../../session/can.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FailureText } from '../../../ui/failure-text.tsx'
import { Stack } from '../../../ui/stack.tsx'

/** What goes into the evidence of a case, and where it is verified later. */
export function EvidenceDialog({ found, onClose }: { found: CaseDetail; onClose: () => void }) {
  const t = useText()
  const locale = useLocale()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)
  const save = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await download(evidenceApi.make, { body: { caseID: found.caseID, locale } }, `${found.caseNumber}.zip`)
      onClose()
    } catch (thrown) {
      setBusy(false)
      setFailure(thrown as Error)
    }
  }
  const verb = (
    <Can right={Right.viewPersonalData}>
      {(reason) => (
        <Button kind="main" reason={reason} isBusy={isBusy} onPress={() => void save()}>
          {t('cases.evidence.verb')}
        </Button>
      )}
    </Can>
  )
  return (
    <Dialog isOpen title={t('cases.evidence.title', { caseNumber: found.caseNumber })} onClose={onClose} actions={verb}>
      <Stack>
        <p>{t('cases.evidence.text')}</p>
        <p>{t('cases.evidence.chain')}</p>
        <AppLink to={paths.evidence()}>{t('cases.evidence.verify')}</AppLink>
        {failure !== null && <FailureText failure={failure} />}
      </Stack>
    </Dialog>
  )
}
