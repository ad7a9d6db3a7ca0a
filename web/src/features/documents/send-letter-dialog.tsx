import { letterApi, type LetterTexts } from '@regie/contract/letters.ts'
import { useState } from 'react'
import { download } from '../../api/download.ts'
import { useDownload } from '../../api/use-download.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { useMayCall } from '../../session/use-right.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { NotLoaded } from '../../ui/loaded.tsx'
import styles from './documents.module.css'
import { useLetterTexts, useSendLetter } from './documents-data.ts'

/** A letter to the person of a case: which text, where it goes, and how it will look. */
export function SendLetterDialog({ caseID, onClose }: { caseID: number; onClose: () => void }) {
  const t = useText()
  const query = useLetterTexts(caseID)
  const send = useSendLetter()
  const [chosen, setChosen] = useState<string | null>(null)
  // Pressed twice it is one letter.
  const [key] = useState(() => crypto.randomUUID())
  const { data } = query
  const text = data?.texts.find((one) => one.key === chosen) ?? data?.texts[0]
  return (
    <ConfirmDialog
      isOpen
      title={t('documents.letters.send')}
      verb={t('documents.letters.sendNow')}
      fields={['template']}
      isDisabled={data === undefined}
      reason={data === undefined ? undefined : reasonOf(t, data, text)}
      onConfirm={async () => {
        if (text === undefined) return false
        await send.mutateAsync({ params: { caseID }, body: { key, template: text.key } })
        notify(t('documents.letters.sent'))
        return true
      }}
      onClose={onClose}
    >
      {(faultAt) =>
        data === undefined ? (
          <NotLoaded query={query} lines={4} />
        ) : data.texts.length === 0 ? (
          <p>{t('documents.letters.noTexts')}</p>
        ) : (
          <div className={styles.stack}>
            <SelectInput
              label={t('documents.letters.text')}
              value={text?.key ?? ''}
              options={data.texts.map(({ key: value, name }) => ({ value, label: name }))}
              error={faultAt('template')}
              onChange={setChosen}
            />
            {data.address.length > 0 && (
              <div>
                <p className={styles.quiet}>{t('documents.letters.address')}</p>
                <address className={styles.address}>{data.address.join('\n')}</address>
              </div>
            )}
            {text !== undefined && text.missing.length > 0 && (
              <p className={styles.fault}>{t('documents.letters.missing', { fields: text.missing.join(', ') })}</p>
            )}
            {text !== undefined && <PreviewButton caseID={caseID} template={text.key} />}
            <p className={styles.quiet}>{t(data.simulated ? 'documents.letters.simulated' : 'documents.letters.about')}</p>
          </div>
        )
      }
    </ConfirmDialog>
  )
}

type Words = ReturnType<typeof useText>

function reasonOf(t: Words, { ok, reason }: LetterTexts, text: LetterTexts['texts'][number] | undefined): string | undefined {
  if (!ok && reason !== null) return t(`cases.refusals.${reason}`)
  if (text === undefined) return t('documents.letters.noTexts')
  return text.missing.length > 0 ? t('cases.refusals.textIncomplete') : undefined
}

function PreviewButton({ caseID, template }: { caseID: number; template: string }) {
  const t = useText()
  const mayLook = useMayCall(letterApi.preview)
  const { isBusy, failure, save } = useDownload(() =>
    download(letterApi.preview, { params: { caseID }, body: { template } }, `${t('documents.letters.preview')}.pdf`),
  )
  return (
    <div>
      <Button icon={<Icon name="download" size={16} />} isBusy={isBusy} reason={mayLook ? undefined : t('ui.noRight')} onPress={save}>
        {t('documents.letters.preview')}
      </Button>
      {failure !== null && <FailureText failure={failure} />}
    </div>
  )
}
