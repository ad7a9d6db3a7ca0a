import type { WhyPlace } from '@regie/contract/why.ts'
import { paths } from '../../paths.ts'
import { useText } from '../../locales/i18n.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useCaseWhy } from './why-data.ts'
import { WhyFix, WhyNext } from './why-fix.tsx'
import { addressOfLine, lookOf, placeWords } from './why-words.ts'
import styles from './why.module.css'

/** Without contact the place is one of these; what keeps everybody from it stands at the head of the case too, and is said in the same words. */
const stopped: readonly WhyPlace[] = ['casePaused', 'held']

type CaseWhyProps = {
  caseID: number
  /** Which complaint or dispute stands and keeps everybody from contact, in words; null: none does. */
  objection: string | null
}

/** Where one case stands for the engine, when it goes on, and what would make it. */
export function CaseWhy({ caseID, objection }: CaseWhyProps) {
  const t = useText()
  const { data: found } = useCaseWhy(caseID)
  if (found === undefined) return null
  const { line, by, batchID, scriptID } = found
  return (
    <Panel title={t('why.title')}>
      <p className={styles.one} data-tone={lookOf(line.place).tone}>
        <Icon name={lookOf(line.place).icon} />
        <span>
          <strong>{objection !== null && stopped.includes(line.place) ? objection : placeWords(t, line, by)}</strong>
          <WhyNext nextAt={line.nextAt} />
        </span>
      </p>
      <p className={styles.links}>
        <WhyFix line={line} places={{ scriptID, batchID, cases: paths.case(caseID) }} />
        <AppLink className={styles.fix} to={addressOfLine({ batchID }, line)}>
          {t('why.sameCases')}
        </AppLink>
      </p>
    </Panel>
  )
}
