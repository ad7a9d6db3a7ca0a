import type { FieldDefinition, fieldApi } from '@regie/contract/fields.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { useLocale, useText } from '../../../locales/i18n.tsx'
import { Can } from '../../../session/can.tsx'
import { notify } from '../../../session/notification.tsx'
import { Button } from '../../../ui/button.tsx'
import { FailureText } from '../../../ui/failure-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { bothOf, NotLoaded } from '../../../ui/loaded.tsx'
import { FieldDialog } from './field-dialog.tsx'
import { FieldsTable } from './fields-table.tsx'
import { MappingPanel } from './mapping-panel.tsx'
import styles from '../scripts.module.css'
import { downloadExample, useFields, useMapping, useSaveFields } from '../scripts-data.ts'

/** Which fields its cases have, and which columns of files become them. */
export function FieldsTab({ scriptID }: { scriptID: number }) {
  const fields = useFields(scriptID)
  const mapping = useMapping(scriptID)
  if (fields.data === undefined || mapping.data === undefined) return <NotLoaded query={bothOf(fields, mapping)} lines={10} />
  return (
    <div className={styles.sections}>
      <ExamplePanel scriptID={scriptID} />
      <FieldsPanel scriptID={scriptID} kept={fields.data} />
      <MappingPanel scriptID={scriptID} kept={mapping.data} fields={fields.data.fields} />
    </div>
  )
}

function ExamplePanel({ scriptID }: { scriptID: number }) {
  const t = useText()
  const locale = useLocale()
  const [failure, setFailure] = useState<Error | null>(null)
  const [isBusy, setBusy] = useState(false)
  const fetchIt = () => {
    setBusy(true)
    setFailure(null)
    downloadExample(scriptID, locale)
      .catch((refusal: unknown) => setFailure(refusal as Error))
      .finally(() => setBusy(false))
  }
  return (
    <Panel title={t('scripts.example.title')}>
      <div className={styles.form}>
        <p>{t('scripts.example.text')}</p>
        <div>
          <Button icon={<Icon name="download" size={16} />} isBusy={isBusy} onPress={fetchIt}>
            {t('scripts.example.button')}
          </Button>
        </div>
        {failure !== null && <FailureText failure={failure} />}
      </div>
    </Panel>
  )
}

type Kept = ResponseOf<typeof fieldApi.edit>

function FieldsPanel({ scriptID, kept: { fields, version } }: { scriptID: number; kept: Kept }) {
  const t = useText()
  const save = useSaveFields()
  const [asked, setAsked] = useState<FieldDefinition | 'new' | null>(null)
  // Of what is asked in a dialog, the dialog tells.
  const [moveFailure, setMoveFailure] = useState<Error | null>(null)
  // Each change is saved as it is made: a list of forty fields is not filled in like a form.
  const change = async (changed: FieldDefinition[]) => {
    await save.mutateAsync({ params: { scriptID }, body: { version, fields: changed } })
    notify(t('scripts.saved'))
  }
  const move = (changed: FieldDefinition[]) => {
    setMoveFailure(null)
    change(changed).catch((refusal: unknown) => setMoveFailure(refusal as Error))
  }
  return (
    <Panel
      title={t('scripts.fieldList.title')}
      isFlush
      actions={
        <Can right={Right.changeFilters}>
          {(reason) => (
            <Button icon={<Icon name="plus" size={16} />} reason={reason} onPress={() => setAsked('new')}>
              {t('scripts.fieldList.add')}
            </Button>
          )}
        </Can>
      }
    >
      <FieldsTable fields={fields} onEdit={setAsked} onMove={move} onChange={change} />
      {moveFailure !== null && <FailureText failure={moveFailure} />}
      {asked !== null && (
        <FieldDialog field={asked === 'new' ? null : asked} fields={fields} onSave={change} onClose={() => setAsked(null)} />
      )}
    </Panel>
  )
}
