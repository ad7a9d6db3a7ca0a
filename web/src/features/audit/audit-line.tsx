import type { AuditRow } from '@regie/contract/audit.ts'
import { type AppPath, paths } from '../../paths.ts'
import { formatMomentFull } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { KeyValueList } from '../../ui/key-value-list.tsx'
import styles from './audit.module.css'
import { actionName, calledName, entityName, fieldName, fieldText } from './audit-words.ts'
import { personName } from '../../session/people.ts'

const screenOf: Record<string, (id: number) => AppPath> = {
  user: (user) => paths.users({ user }),
  batch: paths.batch,
  case: paths.case,
  script: paths.script,
  import: (importID) => paths.upload({ importID }),
}

/** What a line is about, with the way to it. */
export function What({ line }: { line: AuditRow }) {
  const { entity, entityID } = line
  const words = whatOf(line)
  const to = entity === null || entityID === null ? undefined : screenOf[entity]?.(Number(entityID))
  return to === undefined ? words : <AppLink to={to}>{words}</AppLink>
}

export const whatOf = (line: AuditRow) => (line.entity === null ? '–' : `${entityName(line.entity)} ${calledName(line)}`.trim())

// The log is evidence: the login name stands beside the name.
function whoText(username: string | null): string | null {
  if (username === null) return null
  const name = personName(username)
  return name === username ? name : `${name} (${username})`
}

/** One line of the log, with each changed field before and after. */
export function AuditLine({ line, onClose }: { line: AuditRow; onClose: () => void }) {
  const t = useText()
  const { before, after } = line
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return (
    <Dialog
      isOpen
      size="wide"
      title={actionName(line.action)}
      onClose={onClose}
      actions={<Button onPress={onClose}>{t('ui.close')}</Button>}
    >
      <KeyValueList
        items={[
          { key: 'at', label: t('audit.columns.at'), value: formatMomentFull(line.at) },
          { key: 'username', label: t('audit.columns.username'), value: whoText(line.username) ?? t('audit.nobody') },
          { key: 'via', label: t('audit.columns.via'), value: t(`audit.vias.${line.via}`) },
          { key: 'address', label: t('audit.columns.address'), value: line.address ?? '–' },
          {
            key: 'entity',
            label: t('audit.columns.entity'),
            value: <What line={line} />,
          },
          ...(line.customerID === null
            ? []
            : [{ key: 'customer', label: t('audit.entities.customer'), value: fieldText(line, 'customer_id', line.customerID) }]),
          { key: 'requestID', label: t('audit.columns.requestID'), value: line.requestID ?? '–' },
        ]}
      />
      {fields.length === 0 ? (
        <p>{t('audit.noChanges')}</p>
      ) : (
        <div className={styles.scroll}>
          <table className={styles.changes}>
            <caption>{t('audit.columns.changes')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('audit.field')}</th>
                <th scope="col">{t('audit.before')}</th>
                <th scope="col">{t('audit.after')}</th>
              </tr>
            </thead>
            <tbody>
              {fields.map((field) => (
                <tr key={field}>
                  <th scope="row">{fieldName(field)}</th>
                  <td>{fieldText(line, field, before?.[field])}</td>
                  <td>{fieldText(line, field, after?.[field])}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Dialog>
  )
}
