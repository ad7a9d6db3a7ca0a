import { caseActionApi } from '@regie/contract/case-actions.ts'
import { scriptApi } from '@regie/contract/scripts.ts'
import { useState } from 'react'
import { useApi } from '../../../api/use-api.ts'
import { useText } from '../../../locales/i18n.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SearchSelect } from '../../../ui/search-select/search-select.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import styles from '../case-work.module.css'
import { NewCaseForm } from './new-case-form.tsx'
import { NewCaseStart } from './new-case-start.tsx'

type NewCaseProps = { customerID: number; chosenScriptID: number | null }

const lastScriptKey = (customerID: number) => `regie.new-case-script.${customerID}`
const lastScriptOf = (customerID: number) => Number(localStorage.getItem(lastScriptKey(customerID)) ?? 0)

/** The script that was chosen here last, else the first that is switched on: its fields are there at once. */
function likelyScript(scripts: readonly { scriptID: number; active: boolean }[], last: number): number | null {
  const likely = scripts.find(({ scriptID }) => scriptID === last) ?? scripts.find(({ active }) => active) ?? scripts[0]
  return likely?.scriptID ?? null
}

/** First the script, which says what the fields are; then the fields. */
export function NewCase({ customerID, chosenScriptID }: NewCaseProps) {
  const t = useText()
  const scripts = useApi(scriptApi.listOfCustomer, { query: { customerID } })
  const [typedID, setTypedID] = useState<number | null>(null)
  const [batchID, setBatchID] = useState<number | null>(null)
  const scriptID = typedID ?? chosenScriptID ?? likelyScript(scripts.data ?? [], lastScriptOf(customerID))
  const form = useApi(caseActionApi.fieldsOfScript, { query: { scriptID: scriptID ?? 0 } }, { isEnabled: scriptID !== null })
  const failure = scripts.error ?? form.error
  if (failure !== null) return <ErrorState failure={failure} onRetry={() => void (scripts.error ? scripts : form).refetch()} />
  if (scripts.data === undefined) return <Skeleton lines={6} />
  if (scripts.data.length === 0) return <EmptyState icon="script" title={t('refusals.case.noScripts')} text={t('cases.new.noScripts')} />
  const choose = (chosen: string) => {
    setTypedID(chosen === '' ? null : Number(chosen))
    if (chosen !== '') localStorage.setItem(lastScriptKey(customerID), chosen)
    setBatchID(null)
  }
  const options = scripts.data.map((script) => ({
    value: String(script.scriptID),
    label: script.active ? script.name : t('cases.new.switchedOff', { name: script.name }),
  }))
  const chosen = scripts.data.find((script) => script.scriptID === scriptID)
  const start = form.data?.start ?? null
  const batches = (form.data?.batches ?? []).map((batch) => ({ value: String(batch.batchID), label: batch.name }))
  return (
    <div className={styles.roomOfNewCase}>
      <div className={styles.newCase}>
        <div className={styles.stack}>
          <Panel>
            <div className={styles.fieldGrid}>
              <SearchSelect
                label={t('cases.new.script')}
                isRequired
                value={scriptID === null ? '' : String(scriptID)}
                onChange={choose}
                options={[...(scriptID === null ? [{ value: '', label: t('cases.result.choose') }] : []), ...options]}
              />
              <SearchSelect
                label={t('cases.new.batch')}
                help={t('cases.new.batchHelp')}
                value={batchID === null ? '' : String(batchID)}
                onChange={(chosen) => setBatchID(chosen === '' ? null : Number(chosen))}
                options={[{ value: '', label: t('cases.new.single') }, ...batches]}
              />
            </div>
          </Panel>
          {start !== null && chosen !== undefined && <NewCaseStart start={start} scriptName={chosen.name} isOff={!chosen.active} />}
        </div>
        {scriptID !== null &&
          (form.data === undefined ? (
            <Skeleton lines={8} />
          ) : (
            <NewCaseForm key={scriptID} customerID={customerID} scriptID={scriptID} batchID={batchID} fields={form.data.fields} />
          ))}
      </div>
    </div>
  )
}
