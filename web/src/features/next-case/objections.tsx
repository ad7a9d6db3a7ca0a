import type { OwnDay } from '@regie/contract/next-case.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Panel } from '../../ui/panel.tsx'
import { CaseLine } from './case-line.tsx'
import styles from './next-case.module.css'

/** Who objects, of the cases that the user works on: nobody is called before it is answered. */
export function Objections({ objections }: Pick<OwnDay, 'objections'>) {
  const t = useText()
  const more = <AppLink to={paths.arrangements({ tab: 'complaints' })}>{t('nextCase.objections.all')}</AppLink>
  return (
    <Panel title={t('nextCase.objections.title')} actions={more}>
      <ul className={styles.list}>
        {objections.slice(0, 5).map((row) => (
          <CaseLine key={`${row.caseID} ${row.at}`} row={row} note={<Moment at={row.at} />}>
            <Badge tone="warning" icon={row.kind === 'dispute' ? 'ban' : 'alert'}>
              {t(`nextCase.objections.${row.kind}`)}
            </Badge>
          </CaseLine>
        ))}
      </ul>
    </Panel>
  )
}
