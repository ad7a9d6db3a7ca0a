import { fieldApi } from '@regie/contract/fields.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useApi } from '../../../api/use-api.ts'
import { useLocale, useText } from '../../../locales/i18n.tsx'
import { Can } from '../../../session/can.tsx'
import { useRight } from '../../../session/use-right.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { KeyValueList } from '../../../ui/key-value-list.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useScreenAction } from '../../../ui/screen-actions.ts'
import { useKey } from '../../../ui/use-key.ts'
import { NotLoaded } from '../../../ui/loaded.tsx'
import { EditFields } from './edit-fields.tsx'
import { shownField } from './shown-field.tsx'

type CaseFieldsProps = { found: CaseDetail; isEditing: boolean; onEditing: (isEditing: boolean) => void }

/** What is known of this case, in the order of the script's fields; empty fields are left out until one changes them. */
export function CaseFields({ found, isEditing, onEditing }: CaseFieldsProps) {
  const { scriptID, fields } = found
  const t = useText()
  const locale = useLocale()
  const mayLock = useRight(Right.lockBatches)
  const mayEdit = useRight(Right.changeInputFields) && (!found.batchLocked || mayLock)
  const begin = () => mayEdit && onEditing(true)
  useKey('e', begin)
  const reason = mayEdit ? undefined : t('ui.noRight')
  useScreenAction({ id: 'e', label: t('cases.edit.title'), icon: 'edit', keyName: 'e', reason, run: begin })
  // The same for every case of the script, so asked once.
  const query = useApi(fieldApi.list, { params: { scriptID } }, { staleMs: Number.POSITIVE_INFINITY })
  const { data: fieldDefs } = query
  if (fieldDefs === undefined)
    return (
      <Panel title={t('cases.fields.title')}>
        <NotLoaded query={query} lines={8} />
      </Panel>
    )
  const filled = fieldDefs.filter((field) => (fields[field.key] ?? '') !== '')
  const known = new Set(fieldDefs.map((field) => field.key))
  const others = Object.entries(fields).filter(([key, value]) => !known.has(key) && value !== '')
  const items = [
    ...filled.map((field) => shownField(t, found, field, locale)),
    ...others.map(([key, value]) => ({ key, label: key, value })),
  ]
  if (isEditing)
    return (
      <Panel title={t('cases.edit.title')}>
        <EditFields found={found} fields={fieldDefs} onClose={() => onEditing(false)} />
      </Panel>
    )
  const edit = (
    <Can right={Right.changeInputFields} refusal={found.batchLocked && !mayLock ? t('cases.locked') : undefined}>
      {(reason) => (
        <Button kind="quiet" icon={<Icon name="edit" size={16} />} reason={reason} onPress={() => onEditing(true)}>
          {t('cases.edit.button')}
        </Button>
      )}
    </Can>
  )
  return (
    <Panel title={t('cases.fields.title')} actions={edit}>
      {items.length === 0 ? <EmptyState icon="file" title={t('cases.fields.none')} /> : <KeyValueList items={items} isCompact />}
    </Panel>
  )
}
