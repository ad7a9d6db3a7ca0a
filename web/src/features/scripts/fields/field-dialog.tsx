import { fieldTypes, type FieldDefinition } from '@regie/contract/fields.ts'
import { locales } from '@regie/contract/locale.ts'
import { useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { NumberInput, SelectInput } from '../../../ui/inputs.tsx'
import { TextInput } from '../../../ui/text-inputs.tsx'
import { CheckInput } from '../../../ui/toggles.tsx'
import { fieldOf, type FieldDraft, draftOf, keyFrom } from './field-draft.ts'
import styles from '../scripts.module.css'

type FieldDialogProps = {
  field: FieldDefinition | null
  fields: readonly FieldDefinition[]
  onSave: (fields: FieldDefinition[]) => Promise<void>
  onClose: () => void
}

/** One field of the cases of a script. */
export function FieldDialog({ field, fields, onSave, onClose }: FieldDialogProps) {
  const t = useText()
  const [draft, setDraft] = useState<FieldDraft>(() => draftOf(field))
  const change = (changed: Partial<FieldDraft>) => setDraft({ ...draft, ...changed })
  const made = fieldOf(draft, field)
  const place = field === null ? fields.length : fields.findIndex(({ key }) => key === field.key)
  const save = async () => {
    const others = fields.filter((_, at) => at !== place)
    await onSave([...others.slice(0, place), made, ...others.slice(place)])
  }
  const text = (name: 'group' | 'exclude' | 'example' | 'aliases' | 'choices', help?: string) => (
    <TextInput
      label={t(`scripts.field.${name}`)}
      {...(help === undefined ? {} : { help })}
      maxLength={name === 'aliases' || name === 'choices' ? 1000 : 100}
      value={draft[name]}
      onChange={(typed) => change({ [name]: typed })}
    />
  )
  const length = (name: 'minLength' | 'maxLength' | 'exactLength') => (
    <NumberInput
      label={t(`scripts.field.${name}`)}
      min={0}
      max={2000}
      isRequired={name === 'maxLength'}
      value={draft[name]}
      onChange={(typed) => change({ [name]: typed })}
    />
  )
  return (
    <ConfirmDialog
      isOpen
      title={t(field === null ? 'scripts.field.newTitle' : 'scripts.field.title')}
      verb={t('ui.save')}
      isDisabled={made.key === '' || made.label.nl === ''}
      fields={['key', 'type', 'label', 'maxLength', 'minLength', 'exactLength', 'choices', 'aliases', 'example'].map(
        (part) => `fields.${place}.${part}`,
      )}
      onConfirm={save}
      onClose={onClose}
    >
      {(faultAt) => {
        const wrong = (part: string) => faultAt(`fields.${place}.${part}`)
        return (
          <div className={styles.form}>
            {locales.map((locale) => (
              <TextInput
                key={locale}
                label={t(`scripts.field.label.${locale}`)}
                isRequired={locale === 'nl'}
                maxLength={80}
                error={locale === 'nl' ? wrong('label') : undefined}
                value={draft.label[locale]}
                onChange={(typed) => {
                  const isFollowing = field === null && locale === 'nl' && draft.key === keyFrom(draft.label.nl)
                  change({ label: { ...draft.label, [locale]: typed }, ...(isFollowing ? { key: keyFrom(typed) } : {}) })
                }}
              />
            ))}
            <div className={styles.pair}>
              <TextInput
                label={t('scripts.fieldList.key')}
                help={t('scripts.field.keyHelp')}
                isRequired
                isDisabled={field !== null}
                maxLength={60}
                error={wrong('key')}
                value={draft.key}
                onChange={(key) => change({ key })}
              />
              <SelectInput
                label={t('scripts.fieldList.type')}
                error={wrong('type')}
                value={draft.type}
                onChange={(type) => change({ type: fieldTypes.find((known) => known === type) ?? 'text' })}
                options={fieldTypes.map((type) => ({ value: type, label: t(`scripts.fieldTypes.${type}`) }))}
              />
            </div>
            {draft.type === 'choice' && text('choices', wrong('choices') ?? t('scripts.field.choicesHelp'))}
            <div className={styles.checks}>
              {(['required', 'editable', 'upper', 'pii'] as const).map((name) => (
                <CheckInput
                  key={name}
                  label={t(`scripts.field.${name}`)}
                  value={draft[name]}
                  onChange={(isOn) => change({ [name]: isOn })}
                />
              ))}
            </div>
            {text('group', t('scripts.field.groupHelp'))}
            <div className={styles.pair}>
              {length('maxLength')}
              {length('minLength')}
            </div>
            <div className={styles.pair}>
              {length('exactLength')}
              {text('exclude')}
            </div>
            {text('aliases', t('scripts.field.aliasesHelp'))}
            {text('example')}
          </div>
        )
      }}
    </ConfirmDialog>
  )
}
