import type { AuditRow } from '@regie/contract/audit.ts'
import type { Locale } from '@regie/contract/locale.ts'
import eng from './locales/eng.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }
import nl from './locales/nl.json' with { type: 'json' }

type AuditTexts = Pick<
  typeof nl,
  'fileName' | 'columns' | 'nobody' | 'system' | 'generalChannel' | 'batchLocked' | 'batchUnlocked' | 'vias'
> & {
  entities: Readonly<Record<string, string>>
  actions: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Words of the exported file, which is made here and not in the browser. */
export const auditTexts: Record<Locale, AuditTexts> = { nl, eng, fr }

/** What was done, in words; what no language has a word for stays as it is. */
export function actionWords({ actions, batchLocked, batchUnlocked }: AuditTexts, { action, after }: Pick<AuditRow, 'action' | 'after'>) {
  const lockedAt = after?.['locked_at']
  if (action === 'batches.lock' && lockedAt !== undefined) return lockedAt === null ? batchUnlocked : batchLocked
  const [group = '', ...name] = action.split('.')
  return actions[group]?.[name.join('.')] ?? action
}
