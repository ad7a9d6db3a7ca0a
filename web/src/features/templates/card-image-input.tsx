import { cardImagePath, cardImageRule } from '@regie/contract/card-images.ts'
import { templateApi } from '@regie/contract/template-api.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { upload } from '../../api/upload.ts'
import { errorText } from '../../locales/error-text.ts'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { failureWords } from '../../ui/failure-text.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import styles from './link-card.module.css'

type CardImageInputProps = {
  templateID: number
  label: string
  isDisabled: boolean
  /** The name of the picture; empty: none. */
  value: string
  onChange: (name: string) => void
}

/** The picture on the card of a text's payment link: to choose, to see and to take away. */
export function CardImageInput({ templateID, label, isDisabled, value, onChange }: CardImageInputProps) {
  const t = useText()
  const id = useId()
  return (
    <div className={styles.choice} role="group" aria-labelledby={id}>
      <span id={id} className={styles.label}>
        {label}
      </span>
      {value !== '' && (
        <div className={styles.chosen}>
          <img className={styles.small} src={cardImagePath(value)} alt={t('templates.card.image')} />
          {!isDisabled && <Button onPress={() => onChange('')}>{t('templates.card.remove')}</Button>}
        </div>
      )}
      {value === '' && isDisabled && <span className={styles.soft}>{t('templates.card.none')}</span>}
      {value === '' && !isDisabled && <NewImage templateID={templateID} onAdded={onChange} />}
    </div>
  )
}

function NewImage({ templateID, onAdded }: { templateID: number; onAdded: (name: string) => void }) {
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  // An upload takes a while: it ends in the options as they stand by then.
  const added = useRef(onAdded)
  useEffect(() => {
    added.current = onAdded
  })
  const { types, bytesMax, widthMin } = cardImageRule
  const kilobytes = bytesMax / 1024
  const take = async (file: File) => {
    // The server counts too; who chose a photo of a camera need not wait for that.
    if (file.size > bytesMax) return setFailure(errorText('template.cardImageTooLarge', { kilobytes }))
    setBusy(true)
    setFailure(undefined)
    await upload(templateApi.addCardImage, { params: { templateID } }, file)
      .then(({ name }) => added.current(name))
      .catch((error: Error) => setFailure(failureWords(error)))
      .finally(() => setBusy(false))
  }
  return (
    <FileDrop
      label={t('templates.card.choose')}
      help={t('templates.card.rule', { kilobytes, widthMin })}
      refusal={errorText('template.cardImageKind')}
      accept={Object.keys(types).map((ending) => `.${ending}`)}
      maxBytes={Number.POSITIVE_INFINITY}
      isBusy={isBusy}
      error={failure}
      onFile={(file) => void take(file)}
    />
  )
}
