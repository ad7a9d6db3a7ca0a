import type { AuditRow } from '@regie/contract/audit.ts'
import { type AppPath, paths } from '../../paths.ts'
import { formatMomentFull } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { KeyValueList } from '../../ui/key-value-list.tsx'
import styles from './audit.module.css'
import { type AuditAct, caseOfLine, isSameThing, wholeOf } from './audit-entries.ts'
import { reasonsOf } from './audit-reasons.ts'
import { allChangesOf, fieldText } from './audit-values.ts'
import { asSentence, calledName, doneName, entityName, nameOf } from './audit-words.ts'
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
  const caseId = caseOf(line)
  const to = caseId === null ? (entityID === null ? undefined : screenOf[entity ?? '']?.(Number(entityID))) : paths.case(caseId)
  return to === undefined ? words : <AppLink to={to}>{words}</AppLink>
}

/** What a line is about by its name; a note, a call-back or a payment by the case that it belongs to, where the line says so. */
export function whatOf(line: AuditRow): string {
  if (line.entity === null)
    return line.customerID === null ? '–' : `${entityName('customer')} ${nameOf(line, 'customer', String(line.customerID))}`
  const caseId = caseOf(line)
  const name = caseId === null ? calledName(line) : (line.names[`case:${caseId}`] ?? caseId)
  const isOfCase = caseId !== null || ofCases.includes(line.entity)
  return `${entityName(line.entity)}${isOfCase && name !== '' ? ` · ${entityName('case')}` : ''} ${name}`.trim()
}

// Called by the number of their case.
const ofCases: readonly string[] = [
  'note',
  'callback',
  'promise',
  'promisePart',
  'complaint',
  'payment',
  'interruption',
  'conversation',
  'caseSkip',
  'demo',
]

// A case itself is said by its own name.
const caseOf = (line: AuditRow) => (line.entity === 'case' ? null : caseOfLine(line))

// The log is evidence: the login name stands beside the name.
function whoText(username: string | null): string | null {
  if (username === null) return null
  const name = personName(username)
  return name === username ? name : `${name} (${username})`
}

/** Who did it, as the sentence of an act begins. */
export function nameOfWho(t: ReturnType<typeof useText>, { username, via }: AuditRow): string {
  if (username !== null) return personName(username)
  return via === 'system' ? t('audit.system') : t('audit.nobody')
}

/** One act of the log: who, when and from where, and of each thing that it changed the fields before and after. */
export function AuditLine({ act: { line, lines }, onClose }: { act: AuditAct; onClose: () => void }) {
  const t = useText()
  const others = lines.filter((other) => !isSameThing(other, line))
  const changed = [wholeOf({ line, lines }), ...others].filter((one) => allChangesOf(one).length > 0)
  return (
    <Dialog isOpen size="wide" title={doneName(line)} onClose={onClose} actions={<Button onPress={onClose}>{t('ui.close')}</Button>}>
      <p className={styles.told}>
        {t('audit.told', {
          who: nameOfWho(t, line),
          what: asSentence(doneName(line)),
          at: formatMomentFull(line.at),
        })}
      </p>
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
          ...reasonsOf(lines).map((reason, at) => ({ key: `reason ${at}`, label: t('audit.why'), value: reason })),
          { key: 'requestID', label: t('audit.columns.requestID'), value: line.requestID ?? '–' },
        ]}
      />
      {changed.length === 0 && <p>{t('audit.noChanges')}</p>}
      {changed.map((one) => (
        <ChangedFields key={one.auditID} line={one} title={changed.length === 1 ? t('audit.columns.changes') : whatOf(one)} />
      ))}
    </Dialog>
  )
}

function ChangedFields({ line, title }: { line: AuditRow; title: string }) {
  const t = useText()
  return (
    <div className={styles.scroll}>
      <table className={styles.changes}>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('audit.field')}</th>
            <th scope="col">{t('audit.before')}</th>
            <th scope="col">{t('audit.after')}</th>
          </tr>
        </thead>
        <tbody>
          {allChangesOf(line).map(({ label, was, is }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{was ?? '–'}</td>
              <td>{is ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
