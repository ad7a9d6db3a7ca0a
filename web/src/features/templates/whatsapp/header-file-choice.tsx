import { type HeaderFile, type HeaderFileKind, headerFileRules } from '@regie/contract/header-files.ts'
import { templateApi } from '@regie/contract/template-api.ts'
import type { TemplateDetail } from '@regie/contract/templates.ts'
import { type ApprovedChoice, lacksFile } from '@regie/contract/whatsapp.ts'
import { upload } from '../../../api/upload.ts'
import { useUpload } from '../../../api/use-upload.ts'
import { formatBytes } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { failureWords } from '../../../ui/failure-text.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import styles from './whatsapp.module.css'

type HeaderFileChoiceProps = {
  template: TemplateDetail
  approved: ApprovedChoice
  isReadOnly: boolean
  onChange: (approved: ApprovedChoice) => void
}

/** The picture, document or video with which each message of this text begins, where Meta approved it with one. */
export function HeaderFileChoice({ template, approved, isReadOnly, onChange }: HeaderFileChoiceProps) {
  const t = useText()
  const { headerKind, file, ...rest } = approved
  if (headerKind === undefined) return null
  return (
    <fieldset className={styles.places}>
      <legend>{t(`templates.whatsapp.file.${headerKind}`)}</legend>
      {file && !lacksFile(approved) ? (
        <p className={styles.file}>
          <Icon name="file" size={16} />
          <span>{file.fileName}</span>
          <span className={styles.soft}>{formatBytes(file.bytes)}</span>
          {!isReadOnly && (
            <IconButton
              icon="close"
              label={t('templates.whatsapp.file.remove', { name: file.fileName })}
              onPress={() => onChange({ ...rest, headerKind })}
            />
          )}
        </p>
      ) : isReadOnly ? (
        <p className={styles.soft}>{t('templates.whatsapp.file.none')}</p>
      ) : (
        <NewFile templateID={template.templateID} kind={headerKind} onAdded={(added) => onChange({ ...approved, file: added })} />
      )}
    </fieldset>
  )
}

type NewFileProps = { templateID: number; kind: HeaderFileKind; onAdded: (file: HeaderFile) => void }

function NewFile({ templateID, kind, onAdded }: NewFileProps) {
  const t = useText()
  const { isBusy, failure, take } = useUpload((file) => upload(templateApi.addFile, { params: { templateID, kind } }, file), {
    onKept: onAdded,
  })
  const { types, bytesMax } = headerFileRules[kind]
  const endings = Object.keys(types)
  const help = t('templates.whatsapp.file.rule', { types: endings.join(', ').toUpperCase(), megabytes: bytesMax / 1_048_576 })
  return (
    <FileDrop
      label={t(`templates.whatsapp.file.choose.${kind}`)}
      help={help}
      refusal={help}
      accept={endings.map((ending) => `.${ending}`)}
      maxBytes={bytesMax}
      isBusy={isBusy}
      error={failure ? failureWords(failure) : undefined}
      onFile={take}
    />
  )
}
