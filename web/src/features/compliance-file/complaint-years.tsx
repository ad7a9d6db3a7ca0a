import { type ComplaintPart, complaintParts, type ComplaintYear } from '@regie/contract/compliance-file.ts'
import { holdsRight, Right } from '@regie/contract/right-codes.ts'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/use-session.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FigureTable } from '../../ui/report/figure-table.tsx'
import { Stack } from '../../ui/stack.tsx'
import styles from './compliance-file.module.css'

type Sum = { year: null; counts: ComplaintYear['counts'] }

/** The complaints of each year and how many were confirmed and handled in time; a number leads to its cases. */
export function ComplaintYears({ years, days }: { years: readonly ComplaintYear[]; days: number }) {
  const t = useText()
  const mayOpen = holdsRight(useSession().rights, Right.viewCases)
  if (years.length === 0)
    return <EmptyState icon="result" title={t('complianceFile.complaints.none')} text={t('complianceFile.complaints.noneText')} />
  const sum = (part: ComplaintPart) => years.reduce((all, { counts }) => all + counts[part], 0)
  const total: Sum = { year: null, counts: Object.fromEntries(complaintParts.map((part) => [part, sum(part)])) as Sum['counts'] }
  const first = years.at(-1)?.year ?? 0
  const last = years[0]?.year ?? 0
  return (
    <Stack>
      <p className={styles.about}>{t('complianceFile.complaints.about', { count: days })}</p>
      <FigureTable<ComplaintYear, Sum>
        label={t('complianceFile.complaints.title')}
        first={{
          label: t('complianceFile.complaints.year'),
          cell: ({ year }) => String(year),
          total: t('complianceFile.complaints.total'),
        }}
        columns={complaintParts.map((part) => ({
          ...{ key: part, label: t(`complianceFile.complaints.parts.${part}`) },
          cell: ({ year, counts }: ComplaintYear | Sum) => {
            const shown = formatNumber(counts[part])
            if (counts[part] === 0 || !mayOpen) return shown
            const [from, until] = [`${year ?? first}-01-01`, `${year ?? last}-12-31`]
            return (
              <AppLink
                to={paths.figure({ figure: 'complaints', complaints: part, from, until })}
                label={t('complianceFile.complaints.link', { shown, part: t(`complianceFile.complaints.parts.${part}`) })}
              >
                {shown}
              </AppLink>
            )
          },
        }))}
        rows={years}
        keyOf={({ year }) => String(year)}
        total={total}
      />
    </Stack>
  )
}
