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
import { currentOf } from '../../../api/conflict.ts'
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
  const save = useSaveVariables()
  const mayChange = useRight(Right.changeVariables)
  const [base, setBase] = useState(kept)
  const [lines, setLines] = useState(() => linesOf(kept.variables))
  const [hasTried, setTried] = useState(false)
  const [other, setOther] = useState<Kept | null>(null)
  const unsaved = isChanged(lines, base.variables)
  // What a colleague saved shows at once, unless something was typed here: then saving asks.
  if (!unsaved && kept.version > base.version) take(kept)
  const faults = faultsOf(lines)

  function take(next: Kept) {
    setBase(next)
    setLines(linesOf(next.variables))
    setOther(null)
    setTried(false)
  }
  const add = () => {
    const id = Math.max(-1, ...lines.map((line) => line.id)) + 1
    setLines([...lines, { id, key: '', value: '', standardValue: '', resetDaily: false, usedBy: [] }])
  }
  async function send() {
    setTried(true)
    if (faults.size > 0) return
    const variables = lines.map(({ key, value, standardValue, resetDaily }) => ({ key, value, standardValue, resetDaily }))
    try {
      take(await save.mutateAsync({ params: { scriptID }, body: { version: other?.version ?? base.version, variables } }))
      notify(t('scripts.saved'))
    } catch (refusal) {
      setOther(currentOf(refusal, Current))
    }
  }
  const change = (id: number, changed: Partial<VariableLine>) =>
    setLines(lines.map((line) => (line.id === id ? { ...line, ...changed } : line)))
  return (
    <Stack isWide>
      <p className={styles.soft}>{t('scripts.variables.about', { example: '{{openingstijden}}' })}</p>
      {other !== null && (
        <ConflictNotice items={other.variables.map(({ key, value }) => ({ key, label: key, value }))} onTake={() => take(other)} />
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
            onChange={change}
            onRemove={(id) => setLines(lines.filter((line) => line.id !== id))}
          />
        </Panel>
      )}
      {save.error !== null && other === null && <FailureText failure={save.error} />}
      <FormActions>
        <Can right={Right.changeVariables} refusal={unsaved ? undefined : t('scripts.nothingChanged')}>
          {(reason) => (
            <Button kind="main" reason={reason} isBusy={save.isPending} onPress={() => void send()}>
              {t('ui.save')}
            </Button>
          )}
        </Can>
      </FormActions>
      <LeaveQuestion isUnsaved={unsaved && !save.isPending} />
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
