import type { CaseDetail } from '@regie/contract/cases.ts'
import { formatPlainDay } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useDebtLaw } from './debt-law-data.ts'

/** Over the case: that debt help, insolvency or administration lasts and nobody is contacted, with who does it and until when. */
export function DebtHelpNotice({ found }: { found: CaseDetail }) {
  const t = useText()
  const help = useDebtLaw(found.caseID).data?.debtHelp
  if (!help) return null
  const { kind, organisation, endsOn } = help
  const end = endsOn === null ? t('debtLaw.help.open') : t('debtLaw.help.until', { day: formatPlainDay(endsOn) })
  return (
    <Notice tone="warning" icon="ban" title={`${t(`cases.results.${kind}`)} · ${organisation} · ${end}`}>
      {t(kind === 'BEW' ? 'debtLaw.help.bewind.noContact' : 'debtLaw.help.noContact')}
    </Notice>
  )
}
