import { machineKeyCallsPerMinute, machineKeyMark } from '@regie/contract/machine-keys.ts'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Right } from '@regie/contract/right-codes.ts'
import { pathTo } from '../../paths.ts'
import { useRight } from '../../session/use-right.ts'
import styles from './api-docs.module.css'

/** What holds for every call: where, with which key, how pages and refusals look. */
export function GeneralRules({ description }: { description: Readonly<Record<string, unknown>> }) {
  const t = useText()
  const mayMakeKeys = useRight(Right.changeWebhooks)
  const rules = ['key', 'pages', 'version', 'repeat', 'refusal', 'money'] as const
  return (
    <Panel title={t('apiDocs.rules.title')}>
      <ul className={styles.rules}>
        {rules.map((rule) => (
          <li key={rule}>{t(`apiDocs.rules.${rule}`, { mark: machineKeyMark, count: formatNumber(machineKeyCallsPerMinute) })}</li>
        ))}
      </ul>
      <p className={styles.links}>
        <a href="/api/openapi.json" download="regie-openapi.json">
          {t('apiDocs.download')}
        </a>
        {mayMakeKeys && <AppLink to={pathTo('machineKeys')}>{t('apiDocs.toKeys')}</AppLink>}
      </p>
      <Codes description={description} />
    </Panel>
  )
}

function Codes({ description }: { description: Readonly<Record<string, unknown>> }) {
  const t = useText()
  const { components } = description as { components?: { schemas?: { Error?: { 'x-statuses'?: Record<string, number> } } } }
  const statuses = Object.entries(components?.schemas?.Error?.['x-statuses'] ?? {})
  return (
    <details className={styles.codes}>
      <summary>{t('apiDocs.allCodes', { count: statuses.length })}</summary>
      <ul className={styles.codeList}>
        {statuses.map(([code, status]) => (
          <li key={code}>
            <strong>{status}</strong> <code>{code}</code>
          </li>
        ))}
      </ul>
    </details>
  )
}
