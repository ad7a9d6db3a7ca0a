import { type CaseReport, type CaseSection, caseReportApi, caseSections } from '@regie/contract/case-report.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useId, useState } from 'react'
import { download } from '../../../api/download.ts'
import { useApi } from '../../../api/use-api.ts'
import { useLocale, useText } from '../../../locales/i18n.tsx'
import { useRight } from '../../../session/use-right.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FailureText } from '../../../ui/failure-text.tsx'
import { NotLoaded } from '../../../ui/loaded.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { CheckInput } from '../../../ui/toggles.tsx'
import styles from './case-pdf.module.css'

/** Which parts of the case go into its PDF, with how much there is of each, and whether personal data is masked in it. */
export function CasePdfDialog({ found, onClose }: { found: CaseDetail; onClose: () => void }) {
  const t = useText()
  const locale = useLocale()
  const formId = useId()
  const seesAll = useRight(Right.viewPersonalData)
  const query = useApi(caseReportApi.get, { params: { caseID: found.caseID } })
  const [left, setLeft] = useState<readonly CaseSection[]>([])
  const [isMasked, setMasked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)
  const sections = caseSections.filter((section) => !left.includes(section))
  const save = async () => {
    if (isBusy || sections.length === 0) return
    setBusy(true)
    setFailure(null)
    try {
      const body = { caseID: found.caseID, locale, sections, mask: isMasked }
      await download(caseReportApi.pdf, { body }, `${found.caseNumber}.pdf`)
      onClose()
    } catch (thrown) {
      setBusy(false)
      setFailure(thrown as Error)
    }
  }
  const verb = (
    <Button kind="main" type="submit" form={formId} isBusy={isBusy} isDisabled={sections.length === 0 || query.data === undefined}>
      {t('cases.pdf.verb')}
    </Button>
  )
  return (
    <Dialog isOpen title={t('cases.pdf.title', { caseNumber: found.caseNumber })} onClose={onClose} actions={verb}>
      {query.data === undefined ? (
        <NotLoaded query={query} lines={5} />
      ) : (
        <form
          id={formId}
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <Stack>
            <fieldset className={styles.parts}>
              <legend>{t('cases.pdf.sections')}</legend>
              {caseSections.map((section) => (
                <CheckInput
                  key={section}
                  label={t(`cases.pdf.${section}`, { count: countOf(query.data, section) })}
                  value={sections.includes(section)}
                  onChange={(isIn) => setLeft(isIn ? left.filter((one) => one !== section) : [...left, section])}
                />
              ))}
            </fieldset>
            {sections.length === 0 && <p role="status">{t('cases.pdf.none')}</p>}
            {seesAll ? (
              <CheckInput label={t('cases.pdf.mask')} value={isMasked} onChange={setMasked} />
            ) : (
              <p>{t('cases.pdf.maskAlways')}</p>
            )}
            {failure !== null && <FailureText failure={failure} />}
          </Stack>
        </form>
      )}
    </Dialog>
  )
}

function countOf({ payments, promises, notes, complaints, timeline }: CaseReport, section: CaseSection): number {
  if (section === 'payments') return payments.payments.length
  if (section === 'promises') return promises.length
  if (section === 'notes') return notes.length + complaints.length
  return section === 'timeline' ? timeline.total : 0
}
