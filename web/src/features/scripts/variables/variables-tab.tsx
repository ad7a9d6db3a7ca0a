import { ScriptVariable, type variableApi } from '@regie/contract/variables.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useText } from '../../../locales/i18n.tsx'
import { Can } from '../../../session/can.tsx'
import { notify } from '../../../session/notification.tsx'
import { useRight } from '../../../session/use-right.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureText } from '../../../ui/failure-text.tsx'
import { FormActions } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LeaveQuestion } from '../../../ui/leave-question.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { NotLoaded } from '../../../ui/loaded.tsx'
import { useVersionedForm } from '../../../ui/use-versioned-form.ts'
import { ConflictNotice } from '../../../ui/conflict-notice.tsx'
import styles from '../scripts.module.css'
import { useSaveVariables, useVariables } from '../scripts-data.ts'
import { faultsOf, isChanged, linesOf, type VariableLine } from './variable-rows.ts'
import { VariablesTable } from './variables-table.tsx'
import { Stack } from '../../../ui/stack.tsx'

type Kept = ResponseOf<typeof variableApi.list>
const Current = z.object({ variables: z.array(ScriptVariable), version: z.number() })

/** The variables of a script: values that its texts and branches use, some of them only for today. */
export function VariablesTab({ scriptID }: { scriptID: number }) {
  const query = useVariables(scriptID)
  const { data } = query
  if (data === undefined) return <NotLoaded query={query} lines={6} />
  return <Variables key={scriptID} scriptID={scriptID} kept={data} />
}

function Variables({ scriptID, kept }: { scriptID: number; kept: Kept }) {
  const t = useText()
  const change = useSaveVariables()
  const mayChange = useRight(Right.changeVariables)
  const [lines, setLines] = useState(() => linesOf(kept.variables))
  const [hasTried, setTried] = useState(false)
  const { base, theirs, lastSave, takeTheirs, save } = useVersionedForm({
    row: kept,
    schema: Current,
    isChanged: (row) => isChanged(lines, row.variables),
    show: (row) => {
      setLines(linesOf(row.variables))
      setTried(false)
    },
  })
  const unsaved = isChanged(lines, base.variables)
  const faults = faultsOf(lines)

  const add = () => {
    const id = Math.max(-1, ...lines.map((line) => line.id)) + 1
    setLines([...lines, { id, key: '', value: '', standardValue: '', resetDaily: false, usedBy: [] }])
  }
  async function send() {
    setTried(true)
    if (faults.size > 0) return
    const variables = lines.map(({ key, value, standardValue, resetDaily }) => ({ key, value, standardValue, resetDaily }))
    try {
      const saved = await save((version) => change.mutateAsync({ params: { scriptID }, body: { version, variables } }))
      if (saved !== null) notify(t('scripts.saved'))
    } catch {
      // Shown by change.error.
    }
  }
  const changeLine = (id: number, changed: Partial<VariableLine>) =>
    setLines(lines.map((line) => (line.id === id ? { ...line, ...changed } : line)))
  return (
    <Stack isWide>
      <p className={styles.soft}>{t('scripts.variables.about', { example: '{{openingstijden}}' })}</p>
      {theirs !== null && (
        <ConflictNotice
          items={theirs.variables.map(({ key, value }) => ({ key, label: key, value }))}
          lastSave={lastSave}
          onTake={() => {
            takeTheirs()
            change.reset()
          }}
        />
      )}
      {lines.length === 0 ? (
        <EmptyState
          icon="edit"
          title={t('scripts.variables.empty.title')}
          text={t('scripts.variables.empty.text')}
          action={<AddButton onPress={add} />}
        />
      ) : (
        <Panel title={t('scripts.tabs.variables')} isFlush actions={<AddButton onPress={add} />}>
          <VariablesTable
            lines={lines}
            faults={hasTried ? faults : new Map()}
            isFrozen={!mayChange}
            onChange={changeLine}
            onRemove={(id) => setLines(lines.filter((line) => line.id !== id))}
          />
        </Panel>
      )}
      {change.error !== null && theirs === null && <FailureText failure={change.error} />}
      <FormActions>
        <Can right={Right.changeVariables} refusal={unsaved ? undefined : t('scripts.nothingChanged')}>
          {(reason) => (
            <Button kind="main" reason={reason} isBusy={change.isPending} onPress={() => void send()}>
              {t('ui.save')}
            </Button>
          )}
        </Can>
      </FormActions>
      <LeaveQuestion isUnsaved={unsaved && !change.isPending} />
    </Stack>
  )
}

function AddButton({ onPress }: { onPress: () => void }) {
  const t = useText()
  return (
    <Can right={Right.changeVariables}>
      {(reason) => (
        <Button icon={<Icon name="plus" size={16} />} reason={reason} onPress={onPress}>
          {t('scripts.variables.add')}
        </Button>
      )}
    </Can>
  )
}
