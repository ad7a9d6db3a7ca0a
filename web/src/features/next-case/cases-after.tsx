import type { FirstCase } from '@regie/contract/next-case.ts'
import { useText } from '../../locales/i18n.tsx'
import { Money } from '../../ui/moment.tsx'
import { Panel } from '../../ui/panel.tsx'
import { CaseLine } from './case-line.tsx'
import { causeText } from './held-strip.tsx'
import { attemptsText } from './next-card.tsx'
import { useFirstCase } from './next-case-data.ts'
import styles from './next-case.module.css'

type CasesAfterProps = {
  customerID: number
  scriptID: number | null
  answerOf: (answer: NonNullable<FirstCase['lastAnswer']>) => string
}

/** Who comes after the next one, as it stands now: a look ahead, held for nobody. */
export function CasesAfter({ customerID, scriptID, answerOf }: CasesAfterProps) {
  const t = useText()
  const { data } = useFirstCase(customerID, scriptID)
  if (data === undefined || data.after.length === 0) return null
  return (
    <Panel title={t('nextCase.after')}>
      <ul className={styles.list}>
        {data.after.map((row) => (
          <CaseLine key={row.caseID} row={row} note={`${causeText(t, row)} · ${attemptsText(t, row, answerOf)}`}>
            <strong className="numbers">
              <Money cents={row.outstandingCents} currency={row.currency} />
            </strong>
          </CaseLine>
        ))}
      </ul>
    </Panel>
  )
}
