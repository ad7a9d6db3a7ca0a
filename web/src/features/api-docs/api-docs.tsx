import type { RightName } from '@regie/contract/machine-keys.ts'
import { useMemo, useState } from 'react'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { useAddress } from '../../session/address.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { CheckInput } from '../../ui/toggles.tsx'
import { type ApiCall, type ApiGroup, groupsOf, searchCalls } from './api-calls.ts'
import styles from './api-docs.module.css'
import { useApiDescription, useRightNames } from './api-docs-data.ts'
import { CallDetails } from './call-details.tsx'
import { GeneralRules } from './general-rules.tsx'

/** Everything that the API does, by what it is about. */
export function ApiDocs() {
  const names = useRightNames()
  return (
    <Loaded query={useApiDescription()} lines={12}>
      {(description) => <Groups description={description} rightNames={names.data ?? []} />}
    </Loaded>
  )
}

function Groups({ description, rightNames }: { description: Record<string, unknown>; rightNames: readonly RightName[] }) {
  const t = useText()
  const [{ q, keys }, change] = useAddress(['q', 'keys'])
  const groups = useMemo(() => groupsOf(description), [description])
  const found = useMemo(() => searchCalls(groups, q, { onlyKeys: keys === '1' }), [groups, q, keys])
  const count = found.reduce((sum, { calls }) => sum + calls.length, 0)
  return (
    <div className={styles.docs}>
      <GeneralRules description={description} />
      <div className={styles.search}>
        <SearchInput label={t('apiDocs.search')} value={q} onSearch={(words) => change({ q: words })} />
        <CheckInput label={t('apiDocs.onlyKeys')} value={keys === '1'} onChange={(isOn) => change({ keys: isOn ? '1' : '' })} />
        <p className={styles.quiet} aria-live="polite">
          {t('apiDocs.found', { count, shown: formatNumber(count) })}
        </p>
      </div>
      {found.length === 0 ? (
        <EmptyState icon="search" title={t('apiDocs.none.title')} text={t('apiDocs.none.text')} />
      ) : (
        found.map((group) => <Group key={group.name} group={group} isOpen={q !== ''} rightNames={rightNames} />)
      )}
    </div>
  )
}

function Group({ group, isOpen, rightNames }: { group: ApiGroup; isOpen: boolean; rightNames: readonly RightName[] }) {
  const t = useText()
  return (
    // Opened by a search, closed when it ends; by hand in between.
    <details key={String(isOpen)} className={styles.group} open={isOpen}>
      <summary>
        <h2 lang="en">{group.name}</h2>
        <span className={styles.quiet}>{t('apiDocs.calls', { count: group.calls.length })}</span>
      </summary>
      {group.calls.map((call) => (
        <Call key={call.name} call={call} rightNames={rightNames} />
      ))}
    </details>
  )
}

/** A line that opens; what it holds is made when it does. */
function Call({ call, rightNames }: { call: ApiCall; rightNames: readonly RightName[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.call} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <code className={styles.method} data-method={call.method}>
          {call.method}
        </code>
        <code className={styles.path}>{call.path}</code>
        <span className={styles.summary} lang="en">
          {call.summary}
        </span>
      </summary>
      {isOpen && <CallDetails call={call} rightNames={rightNames} />}
    </details>
  )
}
