import { cardImagePath, cardImageRule } from '@regie/contract/card-images.ts'
import { templateApi } from '@regie/contract/template-api.ts'
import { useId, useState } from 'react'
import { upload } from '../../api/upload.ts'
import { useUpload } from '../../api/use-upload.ts'
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
  const [refusal, setRefusal] = useState<string>()
  const { isBusy, failure, take } = useUpload((file) => upload(templateApi.addCardImage, { params: { templateID } }, file), {
    onKept: ({ name }) => onAdded(name),
  })
  const { types, bytesMax, widthMin } = cardImageRule
  const kilobytes = bytesMax / 1024
  const takeSmall = (file: File) => {
    // The server counts too; who chose a photo of a camera need not wait for that.
    const isSmall = file.size <= bytesMax
    setRefusal(isSmall ? undefined : errorText('template.cardImageTooLarge', { kilobytes }))
    if (isSmall) take(file)
  }
  return (
    <FileDrop
      label={t('templates.card.choose')}
      help={t('templates.card.rule', { kilobytes, widthMin })}
      refusal={errorText('template.cardImageKind')}
      accept={Object.keys(types).map((ending) => `.${ending}`)}
      maxBytes={Number.POSITIVE_INFINITY}
      isBusy={isBusy}
      error={refusal ?? (failure ? failureWords(failure) : undefined)}
      onFile={takeSmall}
    />
  )
}
