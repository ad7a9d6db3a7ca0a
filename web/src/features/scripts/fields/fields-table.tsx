import { choiceText } from '../../../locales/choice-words.ts'
import type { FieldDefinition } from '@regie/contract/fields.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { useLocale, useText } from '../../../locales/i18n.tsx'
import { useRight } from '../../../session/use-right.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import styles from '../scripts.module.css'

type FieldsTableProps = {
  fields: readonly FieldDefinition[]
  onEdit: (field: FieldDefinition) => void
  onMove: (fields: FieldDefinition[]) => void
  onChange: (fields: FieldDefinition[]) => Promise<void>
}

/** The fields in the order in which screens show them. */
export function FieldsTable({ fields, onEdit, onMove, onChange }: FieldsTableProps) {
  const t = useText()
  const locale = useLocale()
  const mayChange = useRight(Right.changeFilters)
  const [removed, setRemoved] = useState<FieldDefinition | null>(null)
  const refusal = mayChange ? undefined : t('ui.noRight')
  const move = (at: number, to: number) => {
    const list = [...fields]
    const [field] = list.splice(at, 1)
    if (field !== undefined) list.splice(to, 0, field)
    onMove(list)
  }
  return (
    <div className={styles.scroll}>
      <table className={`${styles.table} ${styles.stacking}`}>
        <thead>
          <tr>
            <th scope="col">{t('scripts.fieldList.label')}</th>
            <th scope="col">{t('scripts.fieldList.key')}</th>
            <th scope="col">{t('scripts.fieldList.type')}</th>
            <th scope="col">{t('scripts.fieldList.rules')}</th>
            <th scope="col">{t('scripts.fieldList.actions')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field, at) => (
            <tr key={field.key}>
              <th scope="row" className={styles.middle}>
                {field.label[locale]}
              </th>
              <td className={styles.middle}>
                <code>{field.key}</code>
              </td>
              <td className={styles.middle}>{t(`scripts.fieldTypes.${field.type}`)}</td>
              <td className={styles.fieldRules}>
                <FieldRules field={field} />
              </td>
              <td>
                <span className={styles.rowActions}>
                  <IconButton
                    icon="arrowUp"
                    label={t('scripts.fieldList.up', { field: field.label[locale] })}
                    reason={refusal ?? (at === 0 ? t('ui.columns.end') : undefined)}
                    onPress={() => move(at, at - 1)}
                  />
                  <IconButton
                    icon="arrowDown"
                    label={t('scripts.fieldList.down', { field: field.label[locale] })}
                    reason={refusal ?? (at === fields.length - 1 ? t('ui.columns.end') : undefined)}
                    onPress={() => move(at, at + 1)}
                  />
                  <IconButton
                    icon="edit"
                    label={t('scripts.fieldList.edit', { field: field.label[locale] })}
                    reason={refusal}
                    onPress={() => onEdit(field)}
                  />
                  <IconButton
                    icon="trash"
                    label={t('scripts.fieldList.remove', { field: field.label[locale] })}
                    reason={refusal}
                    onPress={() => setRemoved(field)}
                  />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {removed !== null && (
        <ConfirmDialog
          isOpen
          title={t('scripts.fieldList.removeTitle', { field: removed.label[locale] })}
          verb={t('scripts.fieldList.removeVerb')}
          kind="danger"
          onConfirm={() => onChange(fields.filter(({ key }) => key !== removed.key))}
          onClose={() => setRemoved(null)}
        >
          {t('scripts.fieldList.removeText')}
        </ConfirmDialog>
      )}
    </div>
  )
}

function FieldRules({ field }: { field: FieldDefinition }) {
  const t = useText()
  const { type, required, group, editable, pii, maxLength, choices } = field
  const words = [
    ...(choices === undefined ? [] : [choices.map((choice) => choiceText(field, choice)).join(', ')]),
    ...(type === 'text' ? [t('scripts.fieldList.max', { max: maxLength })] : []),
    ...(editable === false ? [t('scripts.fieldList.frozen')] : []),
    ...(pii ? [t('scripts.fieldList.pii')] : []),
  ]
  return (
    <span className={styles.actions}>
      {required && (
        <Badge tone="primary" icon="check">
          {t('scripts.fieldList.required')}
        </Badge>
      )}
      {group !== undefined && (
        <Badge tone="info" icon="circleDot">
          {t('scripts.fieldList.oneOf', { group })}
        </Badge>
      )}
      <span className={styles.soft}>{words.join(' · ')}</span>
    </span>
  )
}
